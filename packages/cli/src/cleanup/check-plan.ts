import type { Client } from '@forewarn/client';
import { isAllowed } from '@forewarn/cleanup';
import { type ExitCode, misuse } from '../exit-code.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { failureWords } from '../impact/summary.ts';
import { present } from '../impact/describe.ts';
import { textTable } from '../impact/text-table.ts';
import { printable } from '../print.ts';
import { comment, tableIn } from '../report/comment.ts';
import { type Case, junitXml } from '../report/junit-xml.ts';
import { type ReportOptions, writeReport } from '../report/write-report.ts';
import { withClient } from '../with-client.ts';
import { askCleanup, type CleanupPlan } from './ask-cleanup.ts';
import { describeCandidate, verdictOf, whysOf } from './cleanup-report.ts';
import { type PlannedCandidate, readPlan, type WrittenPlan } from './read-plan.ts';
import { latestTime } from '../latest-time.ts';

type CheckPlanOptions = Omit<ReportOptions, 'github'>;

/** A removal that a plan allows, and that is no longer as it says. */
interface PlanChange {
  readonly planned: PlannedCandidate;
  /** What is known now; absent if nothing is. */
  readonly current?: PlannedCandidate;
}

/** What is known about a plan now. */
export interface CheckedPlan {
  readonly outcome: 'none' | 'some' | 'unknown';
  /** How many removals the plan allows. */
  readonly count: number;
  /** How many of them are done, or were never of this server: nothing has their names. */
  readonly goneCount: number;
  readonly changes: readonly PlanChange[];
  readonly current: CleanupPlan;
}

/** `forewarn check --plan`: the exit code says whether each removal that the plan allows still holds. */
export async function checkPlan(file: string, options: CheckPlanOptions): Promise<ExitCode> {
  const plan = await readPlan(file);
  if (plan.isErr()) return misuse(plan.error);
  return withClient(options.url, async (client) => {
    const checked = await comparePlan(client, plan.value);
    const summary = summaryOf(checked);
    const { outcome, count, goneCount, changes, current } = checked;
    const rows = changes.map(rowOf);
    const found = {
      outcome,
      json: { outcome, count, goneCount, changes, failure: current.failure },
      markdown: () => comment('check', summary, tableIn(rows)),
      table: () => textTable(rows, []),
      junit: () => planJunit(checked, summary),
      lines: [summary],
    };
    return writeReport(found, options);
  });
}

/** Asks about what a plan allows, and compares. */
export async function comparePlan(
  client: Pick<Client, 'getCleanup'>,
  { quietDays, candidates }: WrittenPlan,
  now = Date.now(),
): Promise<CheckedPlan> {
  const allowed = candidates.filter(isAllowed);
  const features = allowed.flatMap(({ target }) => target.feature ?? []);
  const definitions = allowed.flatMap(({ target }) => target.strategyDefinition ?? []);
  const current: CleanupPlan =
    allowed.length === 0
      ? { quietDays, candidates: [] }
      : await askCleanup(client, { quietDays, named: { features, definitions } });
  const known = new Map(current.candidates.map((each) => [candidateKey(each), each]));
  const changes = allowed.flatMap((each) =>
    // What is in no project any more is known without one.
    changeOf(
      each,
      known.get(candidateKey(each)) ?? known.get(candidateKey({ target: each.target })),
      now,
    ),
  );
  const goneCount = current.candidates.filter(isGone).length;
  const checked = { count: allowed.length, goneCount, changes, current };
  const isOpen = changes.length > 0 || current.failure !== undefined || isAllGone(checked);
  return { ...checked, outcome: changes.some(isSure) ? 'some' : isOpen ? 'unknown' : 'none' };
}

/** Whether nothing of the plan is left: then the server may be another one. */
const isAllGone = ({ count, goneCount }: Pick<CheckedPlan, 'count' | 'goneCount'>): boolean =>
  count > 0 && goneCount === count;

/** A target in its project as a text that no other one has. */
const candidateKey = ({
  target: { feature, strategyDefinition },
  project,
}: Pick<PlannedCandidate, 'target' | 'project'>): string =>
  JSON.stringify([feature, strategyDefinition, project]);

/**
 * Returns how a removal changed. It still holds if its verdict has the same fingerprint, if the time after which it is allowed has
 * passed and it is allowed now, or if nothing has its name any more: then it is done.
 */
function changeOf(
  planned: PlannedCandidate,
  current: PlannedCandidate | undefined,
  now: number,
): readonly PlanChange[] {
  if (current === undefined) return [{ planned }];
  const { fingerprint, verdict } = current;
  const isDue = planned.after !== undefined && Date.parse(planned.after) <= now;
  const holds =
    fingerprint === planned.fingerprint || (isDue && verdict === 'now') || isGone(current);
  return holds ? [] : [{ planned, current }];
}

const isGone = ({ reasons }: PlannedCandidate): boolean =>
  reasons.length === 1 && reasons[0] === 'not-found';

/** One line: whether the plan holds, and how old the data is. */
export function summaryOf(checked: CheckedPlan): string {
  const { current, count, goneCount } = checked;
  const gone =
    goneCount === 0
      ? undefined
      : `${goneCount} of ${count} ${goneCount === 1 ? 'is' : 'are'} gone: check --url if you removed fewer`;
  const parts = present(...findingsOf(checked), gone, ageOf(current, latestTime()));
  return printable(parts.join('; '));
}

function findingsOf({ count, goneCount, changes, current }: CheckedPlan) {
  if (isAllGone({ count, goneCount })) return ['unknown whether the plan holds'];
  const open = changes.filter((each) => !isSure(each)).length;
  const broken = changes.length - open;
  const removals = (some: number, how: string): string =>
    `${some} of ${count} planned removals ${how} ${some === 1 ? 'holds' : 'hold'}`;
  const { failure } = current;
  const unread =
    failure && `unknown whether all hold: ${failureWords(failure, { notFound: 'check --url' })}`;
  return changes.length === 0 && unread === undefined
    ? [`the plan holds: ${count - goneCount} can be removed, each at its time`]
    : [
        broken === 0 ? undefined : removals(broken, 'no longer'),
        open === 0 || unread !== undefined
          ? undefined
          : `unknown whether ${removals(open, 'still')}`,
        unread,
      ];
}

/** Whether it is known that a removal is no longer allowed. */
const isSure = ({ current }: PlanChange): boolean => (current?.verdict ?? 'unknown') !== 'unknown';

const NAME = 'forewarn check';

/** The plan as JUnit XML: a test case per removal that no longer holds, one if there may be more, else a passing one. */
export function planJunit(checked: CheckedPlan, summary: string): string {
  const { outcome, changes, current } = checked;
  const all = { in: NAME, name: 'each planned removal still holds' };
  const problem = { kind: 'error', type: 'unknown', lines: [summary] } as const;
  return junitXml(NAME, [
    ...changes.map(caseOf),
    ...(current.failure === undefined && !isAllGone(checked) ? [] : [{ ...all, problem }]),
    ...(outcome === 'none' ? [all] : []),
  ]);
}

function caseOf(change: PlanChange): Case {
  const { target, planned, now, why } = rowOf(change);
  const lines = [`planned: ${planned}, now: ${now}`, ...why];
  const problem = isSure(change)
    ? ({ kind: 'failure', type: 'changed', lines } as const)
    : ({ kind: 'error', type: 'unknown', lines } as const);
  return { in: change.planned.project ?? NAME, name: target, problem };
}

const rowOf = ({ planned, current }: PlanChange) => ({
  target: describeCandidate(planned),
  planned: verdictOf(planned),
  now: current === undefined ? 'unknown' : verdictOf(current),
  why: current === undefined ? ['nothing is known about it'] : whysOf({ evidence: [], ...current }),
});
