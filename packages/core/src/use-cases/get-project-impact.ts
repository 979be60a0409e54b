import { errAsync, type ResultAsync } from 'neverthrow';
import type { BadData, ProjectNotFound, StoreUnavailable } from '../errors.ts';
import type { ImpactReport, ImpactQuestion } from '../model/impact.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import { impactReportOf } from '../rules/impact-report-of.ts';
import { problemsOfImpactQuestions } from '../rules/problems-of-impact-questions.ts';
import { makeAdmit } from './admit.ts';
import { type DataAgeLimit, notBeforeNow } from './data-age-limit.ts';
import { unlessAborted } from './unless-aborted.ts';
import { unlessProblems } from './unless-problems.ts';
import type { UseCase } from './use-case.ts';

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
      .andThen((principal): ResultAsync<ImpactReport, ProjectNotFound | StoreUnavailable> => {
        const notFound = { type: 'ProjectNotFound', projectId } as const;
        if (!isName(projectId)) return errAsync(notFound);
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
