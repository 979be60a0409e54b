import type {
  ChangeRequestScheduledResultSchema,
  Client,
  GetScheduledChangeRequestsQuery,
  ImpactTarget,
} from '@forewarn/client';
import type { AsOf } from '@forewarn/record';
import { olderOf } from '@forewarn/record/coverage';
import { isOddName } from '@forewarn/record/odd-name';
import { targetValue } from '@forewarn/core/target';
import pLimit from 'p-limit';
import { targetOf } from './describe.ts';
import type { Impact, Question, TargetImpact, Unanswered } from './impact.ts';

interface ProjectQuestion extends Question {
  readonly project: string;
}

/** Maximum searches in flight. */
const CONCURRENCY = 8;

/**
 * Asks the search of a server without impact about each target that it knows; the others are unknown. Returns `absent` if
 * the project is not found or no target can be searched: then nothing shows that the server has only no impact.
 */
export async function searchImpact(
  client: Client,
  question: ProjectQuestion,
  absent: Unanswered,
): Promise<Impact | Unanswered> {
  const { targets } = question;
  if (!targets.some((target) => queryOf(target) !== undefined)) return absent;
  const limit = pLimit(CONCURRENCY);
  const searches = await limit.map([...targets], (target) => search(client, question, target));
  const found: Found[] = [];
  for (const each of searches) {
    if ('failure' in each) return isNotFound(each) ? absent : each;
    found.push(each);
  }
  const asOf = found.map((each) => each.asOf).reduce<AsOf>(olderOf, undefined);
  const impacts = found.map(({ impact }) => impact);
  return { source: 'search', impacts, ...(asOf === undefined ? {} : { asOf }) };
}

interface Found {
  readonly impact: TargetImpact;
  readonly asOf?: string;
}

async function search(
  client: Client,
  { project }: ProjectQuestion,
  target: ImpactTarget,
): Promise<Found | Unanswered> {
  const query = queryOf(target);
  if (query === undefined) {
    return { impact: { ...impactOf(target, [], project), ...NOT_SUPPORTED } };
  }
  const found = await client.getScheduledChangeRequests(project, query);
  if (found.outcome === 'unknown') return found;
  const { asOf } = found;
  const changeRequests = found.outcome === 'none' ? [] : found.changeRequests;
  const complete = !('isIncomplete' in found);
  const impact = unlessOdd({ ...impactOf(target, changeRequests, project), complete });
  return asOf === undefined ? { impact } : { impact, asOf };
}

/** Unleash finds nothing for a typing error, which would look like an all-clear. */
const unlessOdd = (impact: TargetImpact): TargetImpact =>
  impact.outcome === 'none' && isOddName(targetValue(targetOf(impact.target)))
    ? { ...impact, outcome: 'unknown', complete: false, reasons: ['not-found'] }
    : impact;

const NOT_SUPPORTED = { outcome: 'unknown', complete: false, reasons: ['not-supported'] } as const;

const impactOf = (
  target: ImpactTarget,
  found: readonly ChangeRequestScheduledResultSchema[],
  project: string,
): TargetImpact => ({
  target,
  outcome: found.length === 0 ? 'none' : 'some',
  complete: true,
  count: found.length,
  changeRequests: found.map((each) => ({ project, ...each, touches: [] })),
  doubts: [],
  reasons: [],
  names: 'unchecked',
});

const isNotFound = ({ failure }: Unanswered): boolean =>
  failure.type === 'ErrorResponse' && failure.status === 404;

/** The query of a search for a target; undefined for kinds that the search does not know. */
function queryOf(named: ImpactTarget): GetScheduledChangeRequestsQuery | undefined {
  const target = targetOf(named);
  switch (target.kind) {
    case 'feature':
      return { feature: [target.name] };
    case 'strategy':
      return { strategyId: [target.id] };
    case 'featureVariants':
      return { variantForFlag: [target.feature] };
    default:
      return undefined;
  }
}
