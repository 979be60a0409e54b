import {
  type BadData,
  type InProject,
  type Ports,
  projectUseCase,
  type ReadOptions,
  type StoreUnavailable,
  type Target,
  toResultAsync,
  useCase,
} from '@forewarn/core';
import {
  askedEnvironments,
  askedIn,
  type DataAgeLimit,
  hidesProjects,
  type Hiding,
  listReadable,
  notBeforeNow,
  type ProjectRepository,
  unlessAborted,
  unlessOdd,
  unlessProblems,
  unlessUnregistered,
} from '@forewarn/record';
import { okAsync, type ResultAsync } from 'neverthrow';
import type { ImpactFindings, ImpactReader } from './impact-reader.ts';
import type { ImpactQuestion } from './impact-question.ts';
import { impactReportOf } from './impact-report-of.ts';
import { problemsOfImpactQuestions } from './problems-of-questions.ts';
import { checkNames, isDefined, type NamePorts } from './check-names.ts';
import { touchedIn } from './touched-in.ts';

/** What an impact is asked about. */
export interface ImpactCommand {
  /** 1 to 1,000. */
  readonly questions: readonly ImpactQuestion[];
}

/**
 * Returns what would break in all projects in which the principal has PROJECT_CHANGE_REQUEST_READ. Authentication is
 * enough. A project without that permission, and one that the upstream may hide, make an outcome `unknown` that would be
 * `none`.
 */
export const makeGetImpact = <Credentials>(
  ports: DataAgeLimit &
    NamePorts &
    Hiding &
    Ports<
      Credentials,
      { readonly projects: Pick<ProjectRepository, 'list'>; readonly reader: ImpactReader }
    >,
) =>
  useCase(ports, undefined, ({ questions }: ImpactCommand, principal, options) =>
    unlessProblems(problemsOfImpactQuestions(questions))
      .asyncAndThen(() => listReadable(ports, principal, options))
      .andThen(({ readable }) =>
        // First: those that are copied meanwhile must not be missing from what is found.
        hidesProjects(ports, options).andThen((areHidden) => {
          // A project that is registered meanwhile counts as unreadable.
          const search = { asked: questions, projectIds: [...readable] };
          return toResultAsync(
            ports.reader.impact(search, { ...options, caller: principal.name }),
          ).map((found) => ({ ...found, hasOtherProjects: found.hasOtherProjects || areHidden }));
        }),
      )
      .andThen((findings) =>
        report(ports, questions, findings, { ...options, caller: principal.name }),
      ),
  );

/** Returns what would break in one project. Needs PROJECT_CHANGE_REQUEST_READ in it. */
export const makeGetProjectImpact = <Credentials>(
  ports: DataAgeLimit & NamePorts & Ports<Credentials, { readonly reader: ImpactReader }>,
) =>
  projectUseCase(
    ports,
    'PROJECT_CHANGE_REQUEST_READ',
    ({ projectId, questions }: InProject & ImpactCommand, { name: caller }, options) => {
      const search = { asked: questions, projectIds: [projectId], ignoresOtherProjects: true };
      return unlessProblems(problemsOfImpactQuestions(questions))
        .asyncAndThen(() => toResultAsync(ports.reader.impact(search, { ...options, caller })))
        .andThrough(({ projects }) => unlessUnregistered(projectId, projects))
        .andThen((findings) =>
          report(
            ports,
            questions,
            { ...findings, hasOtherProjects: false },
            { ...options, caller },
          ),
        );
    },
  );

const report = (
  ports: DataAgeLimit &
    NamePorts &
    Pick<Ports<unknown, { readonly reader: ImpactReader }>, 'reader'>,
  questions: readonly ImpactQuestion[],
  findings: ImpactFindings,
  options: ReadOptions,
) =>
  unlessMistyped(ports, questions, findings, options)
    .andThen(() => namesOf(ports, questions, findings, options))
    .andThen((names) =>
      unlessAborted(options, () =>
        impactReportOf(questions, { ...findings, names }, notBeforeNow(ports), options),
      ),
    );

/** Returns `BadData` for an odd name in a question that nothing in the projects has. */
function unlessMistyped(
  ports: Parameters<typeof report>[0],
  questions: readonly ImpactQuestion[],
  { projects }: ImpactFindings,
  options: ReadOptions,
): ResultAsync<void, BadData | StoreUnavailable> {
  const asked = questions.flatMap(({ target, feature, inEnvironment }, index) => {
    const at = `targets[${index}].`;
    const where = askedEnvironments(inEnvironment === undefined ? [] : [inEnvironment]);
    return [
      ...askedIn([target], at),
      ...(feature === undefined ? [] : askedIn([{ kind: 'feature', name: feature }], at)),
      ...where.map((each) => ({ ...each, path: `${at}inEnvironment` })),
    ];
  });
  const projectIds = projects.map(({ projectId }) => projectId);
  const isTouched = touchedIn(ports.reader, projectIds, options);
  const isRecorded = (target: Target): ResultAsync<boolean, StoreUnavailable> =>
    target.kind === 'strategyDefinition'
      ? isTouched(target).andThen((is) =>
          is ? okAsync(true) : isDefined(ports, target.name, options),
        )
      : isTouched(target);
  return unlessOdd(ports, asked, projectIds, isRecorded, options);
}

/** In a project that the caller may not read, any name may exist. */
const namesOf = (
  ports: NamePorts,
  questions: readonly ImpactQuestion[],
  { projects, hasOtherProjects }: ImpactFindings,
  options: ReadOptions,
): ReturnType<typeof checkNames> =>
  checkNames(
    ports,
    questions,
    projects.map(({ projectId }) => projectId),
    options,
  ).map((checks) =>
    hasOtherProjects
      ? checks.map(({ names, notFound, isEnvironmentNotFound }) => ({
          names: notFound === undefined && isEnvironmentNotFound !== true ? names : 'unchecked',
        }))
      : checks,
  );
