import type { Change, Coverage, ScheduledChangeRequest, TargetKind } from '@forewarn/core';
import type { TargetBody } from '@forewarn/wire';
import { consequenceOf, type Touch } from './oracle-consequence.ts';
import { IN_A_FEATURE, isText, type KindOfTarget, readChange } from './oracle-rule.ts';

/** A target as the HTTP API takes it. */
export type AskedJson = TargetBody;

/** Everything that is recorded. */
export interface OracleState {
  readonly projects: readonly { readonly id: string; readonly coverage: Coverage }[];
  readonly changeRequests: readonly ScheduledChangeRequest[];
}

const LISTED = 100;

/** One place in a change request: what it touches, and what it leaves in doubt. */
export interface Place extends Touch {
  /** As `kind value`. */
  readonly touched: readonly string[];
  readonly doubts: readonly { readonly why: string; readonly kinds: readonly KindOfTarget[] }[];
}

/** A change request, place by place. */
export interface Read {
  readonly changeRequest: ScheduledChangeRequest;
  readonly places: readonly Place[];
}

/** What changes that are not listed may touch. */
const IN_A_CHANGE_REQUEST: readonly KindOfTarget[] = [
  'feature',
  'strategy',
  'variants',
  'segment',
  'definition',
  'field',
];

/** Reads a change request, place by place. */
export function read(changeRequest: ScheduledChangeRequest): Read {
  const { environment, features, segments, createdBy } = changeRequest;
  const inEnvironment = `environment ${environment}`;
  const placeOf = (path: string, { action, payload }: Change, feature?: string): Place => {
    const { touched, doubts } = readChange({ action, payload }, feature);
    return { path, action, payload, feature, touched: [...touched, inEnvironment], doubts };
  };
  const places = features.flatMap(({ name, changes, defaultChange }, f) => {
    const path = `features[${f}]`;
    const listed = changes.map((each, c) => placeOf(`${path}.changes[${c}]`, each, name));
    const isListed = listed.some(({ touched }) => touched.includes(`feature ${name}`));
    const unlisted = { why: 'not-listed', kinds: ['feature' as const, ...IN_A_FEATURE] };
    const whole: Place = {
      path,
      feature: name,
      touched: [`feature ${name}`, inEnvironment],
      doubts: changes.length === 0 ? [unlisted] : [],
    };
    const byDefault =
      defaultChange === undefined ? [] : [placeOf(`${path}.defaultChange`, defaultChange, name)];
    return [...(isListed ? [] : [whole]), ...listed, ...byDefault];
  });
  const ofSegments = segments.map((each, s) => placeOf(`segments[${s}]`, each));
  const author: Place = {
    path: 'createdBy',
    touched: authorsIn(createdBy).map((name) => `user ${name}`),
    doubts: [],
  };
  const isEmpty = features.length === 0 && segments.length === 0;
  const whole: Place = { path: 'environment', touched: [inEnvironment], doubts: [] };
  const unseen: Place = {
    path: 'features',
    touched: [],
    doubts: [{ why: 'not-listed', kinds: IN_A_CHANGE_REQUEST }],
  };
  return {
    changeRequest,
    places: [...(isEmpty ? [whole, unseen] : []), ...places, ...ofSegments, author],
  };
}

/** All names of the author of a change request. */
function authorsIn(createdBy: unknown): readonly string[] {
  const { id, username, name } = Object(createdBy) as Record<string, unknown>;
  const texts = [createdBy, id, username, name]
    .map((each) => (typeof each === 'number' ? String(each) : each))
    .filter(isText);
  return [...new Set(texts)];
}

/** The kinds of target: the field that names one over HTTP, and the name of the kind there. A feature can be beside others. */
const KINDS = [
  ['strategy', 'strategyId', 'strategy'],
  ['variants', 'variantForFlag', 'featureVariants'],
  ['segment', 'segment', 'segment'],
  ['definition', 'strategyDefinition', 'strategyDefinition'],
  ['environment', 'environment', 'environment'],
  ['field', 'contextField', 'contextField'],
  ['user', 'user', 'user'],
  ['feature', 'feature', 'feature'],
] as const;

/** The name of a kind over HTTP. */
export const kindOverHttp = (kind: KindOfTarget): TargetKind =>
  KINDS.find(([each]) => each === kind)?.[2] ?? 'feature';

/** What a target is about: its kind, its value and, if it is known, the feature that it belongs to. */
export function subjectOf(asked: AskedJson) {
  const [kind, field] = KINDS.find(([, name]) => asked[name] !== undefined) ?? KINDS[7];
  const feature = kind === 'variants' ? asked.variantForFlag : asked.feature;
  return { kind, value: String(asked[field]), feature: kind === 'feature' ? undefined : feature };
}

/** The name of an author. */
export function nameIn(createdBy: unknown): string | undefined {
  const isName = (text: unknown): text is string => typeof text === 'string' && text !== '';
  if (isName(createdBy)) return createdBy;
  if (typeof createdBy !== 'object' || createdBy === null) return undefined;
  const { username, name } = createdBy as { username?: unknown; name?: unknown };
  if (isName(username)) return username;
  return isName(name) ? name : undefined;
}

/** When a change request is applied. One without a time is after all others. */
export function timeOf({ schedule }: ScheduledChangeRequest): number {
  const time = new Date(schedule?.scheduledAt ?? '').valueOf();
  return Number.isNaN(time) ? Number.MAX_SAFE_INTEGER : time;
}

/** Leaves out what is undefined, as JSON does. */
const json = (value: object): object => JSON.parse(JSON.stringify(value));

/**
 * Returns an impact, worked out from the tables of the specification without the product's code. The result is the body
 * of the HTTP response.
 *
 * @param projectIds the projects that are asked about and that the caller may read
 * @param isAll whether all projects are asked about, so that those that the caller may not read matter
 */
export function makeOracle({ projects, changeRequests }: OracleState) {
  const inOrder = changeRequests.toSorted(
    (a, b) =>
      timeOf(a) - timeOf(b) ||
      Buffer.compare(Buffer.from(a.project), Buffer.from(b.project)) ||
      a.id - b.id,
  );
  const reads = inOrder.map(read);
  const doubtful = reads.flatMap(({ changeRequest: { project, id, environment }, places }) =>
    places.flatMap(({ path, feature: under, doubts }) =>
      doubts.map(({ why, kinds: of }) => ({ project, id, environment, path, why, of, under })),
    ),
  );
  const touching = new Map<string, Read[]>();
  for (const each of reads) {
    for (const target of new Set(each.places.flatMap(({ touched }) => touched))) {
      const before = touching.get(target) ?? [];
      touching.set(target, before);
      before.push(each);
    }
  }

  return (asked: readonly AskedJson[], projectIds: readonly string[], isAll: boolean): object => {
    const searched = new Set(projectIds);
    const inSearched = doubtful.filter(({ project }) => searched.has(project));
    const doubtfulOf = new Map(
      KINDS.map(([kind]) => [kind, inSearched.filter(({ of }) => of.includes(kind))]),
    );
    const coverage = projects.filter(({ id }) => searched.has(id)).map((each) => each.coverage);
    const times = coverage.flatMap((each) => (each.kind === 'as-of' ? [each.asOf] : []));
    const isUncovered = coverage.length === 0 || coverage.some(({ kind }) => kind === 'none');
    const hasUnreadable = isAll && projects.length > coverage.length;

    const impactOf = (target: AskedJson) => {
      const { kind, value, feature } = subjectOf(target);
      const { intent, inEnvironment, legalValues } = target;
      const key = `${kind} ${value}`;
      const found = (touching.get(key) ?? []).filter(({ changeRequest }) =>
        searched.has(changeRequest.project),
      );
      const listed = found.slice(0, LISTED).map(({ changeRequest, places }) => {
        const { project, id, environment, title, schedule } = changeRequest;
        const touches = places
          .filter(({ touched }) => touched.includes(key))
          .slice(0, LISTED)
          .map((place) => {
            const { path, action, feature: under } = place;
            const touch = { path, action, feature: under };
            if (intent === undefined) return touch;
            const done = { kind, value, intent, inEnvironment, legalValues };
            return { ...touch, consequence: consequenceOf(done, place, changeRequest) };
          });
        const createdBy = nameIn(changeRequest.createdBy);
        return { project, id, environment, title, schedule, createdBy, touches };
      });
      const doubts = (doubtfulOf.get(kind) ?? []).filter(
        ({ under }) => under === undefined || feature === undefined || under === feature,
      );
      const listedDoubts = doubts
        .slice(0, LISTED)
        .map(({ of, under: _under, ...doubt }) => ({ ...doubt, kinds: of.map(kindOverHttp) }));
      // Unleash does not tell who scheduled a change request.
      const isScheduler = kind === 'user' && intent === 'delete';
      const reasons = [
        ...(doubts.length > 0 || isScheduler ? ['doubt'] : []),
        ...(isUncovered ? ['no-coverage'] : []),
        ...(hasUnreadable ? ['unreadable-projects'] : []),
      ];
      const isTouched = found.length > 0;
      return {
        target,
        outcome: isTouched ? 'some' : reasons.length > 0 ? 'unknown' : 'none',
        complete: reasons.length === 0,
        names: 'unchecked',
        count: found.length,
        changeRequests: listed,
        doubts: listedDoubts,
        reasons: isTouched ? [] : reasons,
      };
    };
    const asOf = times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0];
    const isKnown = !isUncovered && !hasUnreadable;
    const known = times.length > 0 ? 'as-of' : 'live';
    return json({
      coverage: isKnown ? known : 'none',
      asOf,
      impacts: cutReport(asked.map(impactOf)),
    });
  };
}

/** An impact of one target with lists of at most 100. */
interface WholeImpact {
  readonly changeRequests: readonly object[];
  readonly doubts: readonly { readonly project: string; readonly id: number }[];
}

const MAX_LENGTH = 2_097_152;

/**
 * Cuts the lists of a report to 2 MiB of JSON. One target after the other gets its first change request and the doubts about
 * its first doubtful one, then all get their second ones, and so on, until one has no room.
 */
function cutReport<Impact extends WholeImpact>(impacts: readonly Impact[]): readonly Impact[] {
  const cut = impacts.map(({ changeRequests, doubts }) => ({
    left: changeRequests,
    groups: [...Map.groupBy(doubts, ({ project, id }) => `${project} ${id}`).values()],
    changeRequests: [] as object[],
    doubts: [] as WholeImpact['doubts'][number][],
  }));
  let length = 0;
  const isFull = (part: unknown): boolean => {
    const isFirst = length === 0;
    length += JSON.stringify(part).length;
    return !isFirst && length > MAX_LENGTH;
  };
  const fill = (): void => {
    for (let rank = 0; cut.some(({ left, groups }) => rank < left.length + groups.length); rank++) {
      for (const { left, groups, changeRequests, doubts } of cut) {
        const changeRequest = left[rank];
        if (changeRequest !== undefined) {
          if (isFull(changeRequest)) return;
          changeRequests.push(changeRequest);
        }
        const group = groups[rank];
        if (group !== undefined) {
          if (isFull(group)) return;
          doubts.push(...group);
        }
      }
    }
  };
  fill();
  return impacts.map((impact, index) => {
    const { changeRequests = [], doubts = [] } = cut[index] ?? {};
    return { ...impact, changeRequests, doubts };
  });
}
