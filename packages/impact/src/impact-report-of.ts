import type { CallOptions, ScheduledChangeRequest } from '@forewarn/core';
import { timeSlices } from '@forewarn/platform';
import { oldestOf } from '@forewarn/record';
import {
  type ImpactData,
  type ImpactDoubt,
  type ImpactedChangeRequest,
  type ImpactReport,
  MAX_REPORT_LENGTH,
  type NameCheck,
  type TargetImpact,
} from './impact.ts';
import type { ImpactQuestion } from './impact-question.ts';
import { type ImpactFindings, MAX_LISTED, type TargetFindings } from './impact-reader.ts';
import { type Explained, ExplainedChangeRequest } from './explained-change-request.ts';
import { type Knowledge, outcomeOf } from './outcome-of.ts';

/** The names of the targets, in their order. Without it, they are unchecked. */
export interface CheckedNames {
  readonly names?: readonly NameCheck[] | undefined;
}

/** Explains all findings of an impact. Throws the reason of the signal once it is aborted. */
export async function impactReportOf(
  questions: readonly ImpactQuestion[],
  { projects, hasOtherProjects, targets, names }: ImpactFindings & CheckedNames,
  notBefore: string | undefined,
  options: CallOptions = {},
): Promise<ImpactReport> {
  const coverage = projects.map((project) => project.coverage);
  const knowledge = { coverage, notBefore, hasUnreadableProjects: hasOtherProjects };
  const impacts = await explainImpacts(questions, targets, { ...knowledge, names }, options);
  return { ...dataOf(knowledge), impacts };
}

/** Returns how current data is: the oldest time that it has, also if some was never complete. */
export function dataOf({ coverage, hasUnreadableProjects }: Knowledge): ImpactData {
  const timed = coverage.filter(({ kind }) => kind === 'as-of');
  const oldest = hasUnreadableProjects ? 'none' : oldestOf(coverage);
  return {
    coverage: oldest === 'none' ? 'none' : oldest === undefined ? 'live' : 'as-of',
    ...(timed.length === 0 ? {} : { asOf: String(oldestOf(timed)) }),
  };
}

/**
 * Explains findings: which changes touch or may touch each target, and what the intent does to them. What is listed has at
 * most {@link MAX_REPORT_LENGTH}, and is cut in round robin: the first change request of each target comes before the second of any.
 * Throws the reason of the signal once it is aborted.
 */
export async function explainImpacts(
  questions: readonly ImpactQuestion[],
  targets: readonly TargetFindings[],
  { names = [], ...knowledge }: Knowledge & CheckedNames,
  { signal }: CallOptions = {},
): Promise<readonly TargetImpact[]> {
  const asked = questions.map((question, index) => {
    const findings = targets[index];
    if (findings === undefined) throw new Error('the store returned too few findings');
    const check = names[index] ?? UNCHECKED;
    return { question, findings, check, changeRequests: [], doubts: [] };
  });
  await listInRoundRobin(asked, signal);
  return asked.map(({ question, findings, check, changeRequests, doubts }) => {
    const { count } = findings;
    const isDoubtful = findings.isDoubtful || mayHaveScheduled(question);
    const isNotFound = check.notFound !== undefined;
    return {
      question,
      ...outcomeOf({ ...knowledge, isTouched: count > 0, isDoubtful, isNotFound }),
      ...check,
      count,
      changeRequests,
      doubts,
    };
  });
}

/** Unleash suspends what a deleted user has scheduled, and tells who is the author only: that can be someone else. */
const mayHaveScheduled = ({ target, intent }: ImpactQuestion): boolean =>
  target.kind === 'user' && intent === 'delete';

const UNCHECKED: NameCheck = { names: 'unchecked' };

interface Asked {
  readonly question: ImpactQuestion;
  readonly findings: TargetFindings;
  readonly check: NameCheck;
  readonly changeRequests: ImpactedChangeRequest[];
  readonly doubts: ImpactDoubt[];
}

/** Fills the lists of each target while there is room. */
async function listInRoundRobin(
  targets: readonly Asked[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const room = new Room();
  const pause = timeSlices(signal);
  for (let rank = 0; rank < MAX_LISTED; rank += 1) {
    for (const { question, findings, check, changeRequests, doubts } of targets) {
      await pause();
      const touching = findings.touching[rank];
      if (touching !== undefined) {
        const { isEnvironmentNotFound = false } = check;
        const impacted = room.take(touching, (each) =>
          each.impacted({ ...question, isEnvironmentNotFound }),
        );
        if (impacted === undefined) return;
        changeRequests.push(impacted);
      }
      const doubtful = findings.doubtful[rank];
      const missing = MAX_LISTED - doubts.length;
      if (doubtful !== undefined && missing > 0) {
        const about = room.take(doubtful, (each) => each.doubtsAbout(question, missing));
        if (about === undefined) return;
        doubts.push(...about);
      }
    }
  }
}

/** The room in a report. Reads each change request once, however many of the targets it touches. */
class Room {
  readonly #read = new Map<string, ExplainedChangeRequest>();
  #length = 0;

  /** Explains a change request; undefined if there is no more room. The first one always has some. */
  take<Part>(
    changeRequest: ScheduledChangeRequest,
    explain: (read: ExplainedChangeRequest) => Explained<Part>,
  ): Part | undefined {
    const { part, length } = explain(this.#readOnce(changeRequest));
    const isFirst = this.#length === 0;
    this.#length += length;
    return isFirst || this.#length <= MAX_REPORT_LENGTH ? part : undefined;
  }

  #readOnce(changeRequest: ScheduledChangeRequest): ExplainedChangeRequest {
    const key = `${changeRequest.id} ${changeRequest.project}`;
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const read = new ExplainedChangeRequest(changeRequest);
    this.#read.set(key, read);
    return read;
  }
}
