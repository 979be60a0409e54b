import type {
  Failure,
  ImpactConsequenceSchema,
  ImpactDoubtSchema,
  ImpactedChangeRequestSchema,
  ImpactTarget,
} from '@forewarn/client';
import { certificateRemedy } from '@forewarn/client/exchange';
import type { Target } from '@forewarn/core';
import { targetValue } from '@forewarn/core/target';
import {
  CONSEQUENCE_WORDS,
  doubtWords,
  KIND_WORDS,
  notFoundWords,
  REASON_WORDS,
} from '@forewarn/impact/words';
import { targetOf as namedTarget } from '@forewarn/wire/target-body';
import type { Impact, LinkedChangeRequest, TargetImpact, UnknownReason } from './impact.ts';

/** A target for people, such as `the feature "checkout"`. */
export function describeTarget(target: Target): string {
  const value = targetValue(target);
  const isId = target.kind === 'strategy' || target.kind === 'segment';
  return `the ${KIND_WORDS[target.kind]} ${isId ? value : `"${value}"`}`;
}

/** The target of an impact for people, with the resource of a Terraform plan that names it. */
export function describeAsked({
  target,
  resource,
}: Pick<TargetImpact, 'target' | 'resource'>): string {
  if (resource === undefined) return describeTarget(targetOf(target));
  const named = namedTarget(target);
  return named === undefined ? resource.address : `${describeTarget(named)} (${resource.address})`;
}

/** The target that an object of the API names. A newer server may have other kinds. */
export const targetOf = (named: ImpactTarget): Target =>
  namedTarget(named) ?? { kind: 'strategyDefinition', name: '' };

type Touch = Omit<ImpactedChangeRequestSchema['touches'][number], 'consequence'>;

/** The change that touches the target, and where it is listed. */
export function describeTouch({ path, action, feature }: Touch): string {
  const change = [action ?? 'changes', ...(feature === undefined ? [] : [feature])].join(' of ');
  return `${change} (${path})`;
}

/** What the intent does to the change request and why, and what to do. A newer server may have other outcomes. */
export const describeConsequence = (
  consequence: ImpactConsequenceSchema | undefined,
): readonly string[] => {
  if (consequence === undefined) return [];
  const { outcome, why, next } = consequence;
  return [`${CONSEQUENCE_WORDS[outcome] ?? 'effect unknown'}: ${why}`, next];
};

/** A change that may touch the target. */
export const describeDoubt = (doubt: ImpactDoubtSchema): string =>
  `unknown: it ${doubtWords(doubt)} (${doubt.path})`;

/** What is said of a target for which {@link isElsewhere} is true. */
export const ELSEWHERE_WORDS = 'whether the target and its environment exist is not known';

/** Why the outcome for a target is unknown. */
const REASONS: Readonly<Record<UnknownReason, string>> = {
  ...REASON_WORDS,
  'not-supported': "this server's search does not know this kind of target",
  'unchecked-names': ELSEWHERE_WORDS,
  'no-rule': 'no rule says what the plan does to it',
  unnamed: 'the plan does not show its name; ask about it by its name',
  'other-project': 'it is in another project; ask without --project',
  'unread-project': 'its project could not be asked about; ask with --project',
};

/** Why the outcome for a target is unknown, with the names that it may have been meant to have. A newer server may have others. */
export const describeReason = (reason: UnknownReason, impact: TargetImpact): string =>
  reason === 'not-found' ? notFoundWords(impact) : (REASONS[reason] ?? reason);

/** Whether nothing touches the target, but it may not exist. */
export const isUnchecked = ({ outcome, names }: TargetImpact): boolean =>
  outcome === 'none' && names !== 'checked';

/** Whether something is unaffected only by being in another environment than that of the question, which may not exist. */
export const isElsewhere = ({ names, changeRequests }: TargetImpact): boolean =>
  names !== 'checked' &&
  changeRequests.some(({ touches }) =>
    touches.some(({ consequence }) => consequence?.rule === 'other-environment'),
  );

/** Makes each outcome unknown that depends on names which are not known to exist. */
export const unlessUnchecked = (impact: Impact): Impact => ({
  ...impact,
  impacts: impact.impacts.map((each) => {
    if (!isUnchecked(each) && !isElsewhere(each)) return each;
    const outcome = each.outcome === 'none' ? 'unknown' : each.outcome;
    return { ...each, outcome, complete: false, reasons: [...each.reasons, 'unchecked-names'] };
  }),
});

/** Maximum number of targets that are named in a line. */
const MAX_NAMED = 3;

/** Names the first targets that may not exist, though nothing says that they break; undefined if there are none. */
export function describeUnchecked(impacts: readonly TargetImpact[]): string | undefined {
  const unchecked = impacts.filter((impact) => isUnchecked(impact) || isElsewhere(impact));
  if (unchecked.length === 0) return undefined;
  const named = unchecked.slice(0, MAX_NAMED).map(describeAsked);
  const more = unchecked.length - named.length;
  // Only here, since most reports need none, and it takes 20 ms to load.
  const list = new Intl.ListFormat('en');
  return `not known to exist: ${list.format([...named, ...(more === 0 ? [] : [`${more} more`])])}`;
}

/** When a change request is applied, in UTC, such as `2027-01-11 06:00, failed`; empty if it does not say. The zone comes after the time. */
export function describeSchedule(
  schedule: LinkedChangeRequest['schedule'],
  zone: '' | ' UTC' = '',
): string {
  if (schedule === undefined) return '';
  const { status, scheduledAt } = schedule;
  const time = new Date(scheduledAt);
  const at = Number.isNaN(time.valueOf())
    ? scheduledAt
    : `${time.toISOString().slice(0, 16).replace('T', ' ')}${zone}`;
  return status === 'pending' ? at : `${at}, ${status}`;
}

/** A change request's title, environment, time and author. */
export function describeChangeRequest({
  title,
  environment,
  schedule,
  createdBy,
}: Pick<LinkedChangeRequest, 'title' | 'environment' | 'schedule' | 'createdBy'>): string {
  const when = describeSchedule(schedule, ' UTC');
  return present(
    title,
    `in ${environment}`,
    when === '' ? undefined : when,
    createdBy === undefined ? undefined : `by ${createdBy}`,
  ).join(', ');
}

/** What the reader of a failure can do about it. */
export interface Remedies {
  readonly noConnection: string;
  readonly wrongKey: string;
  readonly notFound: string;
}

const REMEDIES: Remedies = {
  noConnection: 'check --url, and that the server runs',
  wrongKey: 'set FOREWARN_API_KEY to a key of this server',
  notFound: 'check --url and --project',
};

/** What to do about an error that is not from this API: the client calls it by its status. */
const PROXIES = 'check the proxies before the server';

/** What went wrong, and what to do if the message does not say. */
export function describeFailure(failure: Failure, remedies: Partial<Remedies> = {}): string {
  const remedy = remedyOf(failure, { ...REMEDIES, ...remedies });
  if (remedy === undefined) return failure.message;
  return `${failure.message.replace(/[\s:.]+$/, '')}; ${remedy}`;
}

function remedyOf(failure: Failure, remedies: Remedies): string | undefined {
  switch (failure.type) {
    case 'NoConnection':
      return certificateRemedy(failure.message) ?? remedies.noConnection;
    case 'TimedOut':
      return remedies.noConnection;
    case 'ErrorResponse':
      if (failure.status === 401) return remedies.wrongKey;
      if (failure.status === 404) return remedies.notFound;
      return failure.name === `HTTP ${failure.status}` ? PROXIES : undefined;
    case 'UnreadableResponse':
    case 'Aborted':
    case 'NotSent':
    case 'NoCoverage':
      return undefined;
  }
}

/** The texts that there are. */
export const present = (...texts: readonly (string | undefined)[]): readonly string[] =>
  texts.filter((text) => text !== undefined);
