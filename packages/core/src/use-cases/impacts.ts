import { errAsync, type ResultAsync } from 'neverthrow';
import type { BadData, ProjectNotFound, StoreUnavailable } from '../errors.ts';
import type { ImpactReport, ImpactQuestion } from '../model/impact.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import { impactReportOf } from '../rules/impact-report-of.ts';
import { problemsOfImpactQuestions } from '../rules/problems-of-impact-questions.ts';
import { makeAdmit } from './admit.ts';
import {
  type DataAgeLimit,
  notBeforeNow,
  unlessAborted,
  unlessProblems,
  unlessNoProject,
} from './checks.ts';
import { readableProjects } from './permitted-projects.ts';
import type { UseCase } from './use-case.ts';

/**
 * Returns what would break in all projects in which the principal has PROJECT_CHANGE_REQUEST_READ. Authentication is
 * enough. A project without that permission makes an outcome `unknown` that would be `none`.
 */
export type GetImpact<Credentials> = UseCase<
  Credentials,
  {
    /** 1 to 1,000. */
    readonly questions: readonly ImpactQuestion[];
  },
  ImpactReport,
  BadData
>;

/** Makes the use case {@link GetImpact}. */
export function makeGetImpact<Credentials>(
  ports: DataAgeLimit & {
    readonly authorizer: Authorizer<Credentials>;
    readonly projects: Pick<ProjectRepository, 'list'>;
    readonly reader: Pick<ScheduledChangeRequestReader, 'impact'>;
  },
): GetImpact<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, questions, signal }) =>
    admit({ credentials, admissions, permission: undefined, signal })
      .andThrough(() => unlessProblems(problemsOfImpactQuestions(questions)))
      .andThen((principal) =>
        ports.projects.list({ signal }).andThen((projects) => {
          const ids = projects.map(({ id }) => id);
          // A project that is registered meanwhile counts as unreadable.
          return readableProjects(ports.authorizer, principal, ids, { signal }).andThen(
            (readable) =>
              ports.reader.impact(
                { asked: questions, projectIds: [...readable] },
                { signal, caller: principal.name },
              ),
          );
        }),
      )
      .andThen((findings) =>
        unlessAborted({ signal }, () =>
          impactReportOf(questions, findings, notBeforeNow(ports), { signal }),
        ),
      );
}

/** Returns what would break in one project. Needs PROJECT_CHANGE_REQUEST_READ in it. */
export type GetProjectImpact<Credentials> = UseCase<
  Credentials,
  {
    readonly projectId: string;
    /** 1 to 1,000. */
    readonly questions: readonly ImpactQuestion[];
  },
  ImpactReport,
  BadData | ProjectNotFound
>;

/** Makes the use case {@link GetProjectImpact}. */
export function makeGetProjectImpact<Credentials>(
  ports: DataAgeLimit & {
    readonly authorizer: Authorizer<Credentials>;
    readonly reader: Pick<ScheduledChangeRequestReader, 'impact'>;
  },
): GetProjectImpact<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, questions, signal }) =>
    admit({ credentials, admissions, permission: 'PROJECT_CHANGE_REQUEST_READ', projectId, signal })
      .andThrough(() => unlessProblems(problemsOfImpactQuestions(questions)))
      .andThrough(() => unlessNoProject(projectId))
      .andThen((principal): ResultAsync<ImpactReport, ProjectNotFound | StoreUnavailable> => {
        const notFound = { type: 'ProjectNotFound', projectId } as const;
        const search = { asked: questions, projectIds: [projectId], ignoresOtherProjects: true };
        return ports.reader
          .impact(search, { signal, caller: principal.name })
          .andThen((findings) => {
            if (findings.projects.length === 0) return errAsync(notFound);
            const inProject = { ...findings, hasOtherProjects: false };
            return unlessAborted({ signal }, () =>
              impactReportOf(questions, inProject, notBeforeNow(ports), { signal }),
            );
          });
      });
}
