import type {
  ImpactSchema,
  ImpactTargetSchema,
  StrategyImpactSchema,
  TargetImpactSchema,
} from './api.ts';
import type { DeepReadonly, InUse, NotSent, Outcome } from './outcome.ts';
import { checkedOutcome, outcomeOf, unreadable } from './outcome-of.ts';
import { parseJson } from './parse-json.ts';
import type { Sent } from './send.ts';

/** A target to ask about, with an intent if the caller has one. */
export type ImpactTarget = DeepReadonly<ImpactTargetSchema>;

const NOT_AN_IMPACT = 'The response is not the impact of what was asked: check the URL.';

/** Returns the outcome of an impact. The result must have one impact per target, in the order of the request. */
export function impactOutcome(
  sent: Sent | NotSent,
  targets: readonly ImpactTarget[],
): Outcome<ImpactSchema> {
  const outcome = outcomeOf<ImpactSchema>(sent, 'JSON');
  if (outcome.outcome !== 'done') return outcome;
  const { impacts, coverage, asOf }: Partial<ImpactSchema> = outcome.value;
  const isComplete =
    Array.isArray(impacts) &&
    impacts.length === targets.length &&
    impacts.every(
      (impact, index) => isImpact({ coverage, asOf, ...impact }) && isAbout(impact, targets[index]),
    );
  return isComplete ? outcome : unreadable(sent, NOT_AN_IMPACT);
}

/** Returns the outcome of the impact of deleting a strategy definition. */
export const strategyImpactOutcome = (sent: Sent | NotSent): Outcome<StrategyImpactSchema> =>
  checkedOutcome(sent, isStrategyImpact, NOT_AN_IMPACT);

/** Returns the outcome of a delete, which the guard or an upstream may refuse. */
export function removeOutcome(sent: Sent | NotSent): Outcome<undefined> | InUse {
  if ('isSuccess' in sent && !sent.isSuccess && sent.failure.type === 'ErrorResponse') {
    const { failure, text = '' } = sent;
    const body = parseJson(text) as { readonly impact?: unknown } | null | undefined;
    const impact = failure.status === 409 ? body?.impact : undefined;
    // The 502 of a proxy has no such name.
    if (failure.name === 'UpstreamRefusedError') return { outcome: 'refused', failure };
    if (isStrategyImpact(impact)) return { outcome: 'in-use', impact, failure };
  }
  return outcomeOf<undefined>(sent, 'nothing');
}

/** Joins the impacts of several requests in their order. The data is as old as the oldest, and known as far as the least. */
export function joinImpacts(parts: readonly ImpactSchema[]): ImpactSchema {
  const [oldest] = parts
    .flatMap(({ asOf }) => asOf ?? [])
    .toSorted((one, other) => Date.parse(one) - Date.parse(other));
  const impacts = parts.flatMap((part) => part.impacts);
  const coverage = LEAST_FIRST.find((each) => parts.some((part) => part.coverage === each));
  return {
    coverage: coverage ?? 'none',
    ...(oldest === undefined ? {} : { asOf: oldest }),
    impacts,
  };
}

const LEAST_FIRST = ['none', 'as-of', 'live'] as const;

const OUTCOMES: ReadonlySet<unknown> = new Set(['some', 'unknown', 'none']);

function isImpact(value: unknown): value is TargetImpactSchema {
  const read = Object(value) as Readonly<Record<string, unknown>>;
  const { target, outcome, changeRequests, doubts, reasons } = read;
  if (Object(target) !== target || !OUTCOMES.has(outcome)) return false;
  const areLists = [changeRequests, doubts, reasons].every((each) => Array.isArray(each));
  return areLists && (outcome !== 'none' || isClear(value as TargetImpactSchema));
}

/** Whether an all-clear is one: a server that contradicts itself, or says what this version does not know, has given none. */
const isClear = ({
  count,
  complete,
  doubts,
  reasons,
  coverage,
  asOf,
  hidden = 0,
}: TargetImpactSchema & Partial<StrategyImpactSchema>): boolean =>
  count === 0 &&
  hidden === 0 &&
  complete &&
  doubts.length + reasons.length === 0 &&
  isKnownAge({ coverage, asOf });

/** Whether a response says how old its data is: live, or as of a time. */
export const isKnownAge = ({
  coverage,
  asOf,
}: {
  readonly coverage?: unknown;
  readonly asOf?: unknown;
}): boolean => coverage === 'live' || (coverage === 'as-of' && typeof asOf === 'string');

function isStrategyImpact(value: unknown): value is StrategyImpactSchema {
  return isImpact(value) && 'fingerprint' in value && typeof value.fingerprint === 'string';
}

/** Whether an impact has every field of the target that was asked about. */
const isAbout = ({ target }: TargetImpactSchema, asked: ImpactTarget | undefined): boolean => {
  const returned = new Map<string, unknown>(Object.entries(target));
  return Object.entries(asked ?? {}).every(
    ([name, value]) =>
      value === undefined || JSON.stringify(returned.get(name)) === JSON.stringify(value),
  );
};
