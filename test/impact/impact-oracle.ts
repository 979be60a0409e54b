import type { Coverage, ScheduledChangeRequest } from '@forewarn/core';
import { doubtsOfChange, type KindOfTarget, touchesOfChange } from './oracle-rule.ts';
import { cutReport } from './cut-report.ts';
import { consequenceOf } from './oracle-consequence.ts';

/** A target as the HTTP API takes it. */
export interface AskedJson {
  readonly feature?: string;
  readonly strategyId?: string;
  readonly variantForFlag?: string;
  readonly segment?: number;
  readonly strategyDefinition?: string;
  readonly intent?: string;
}

/** Everything that is recorded. */
export interface OracleState {
  readonly projects: readonly { readonly id: string; readonly coverage: Coverage }[];
  readonly changeRequests: readonly ScheduledChangeRequest[];
}

const LISTED = 100;

/** One place in a change request: what it touches, and what it leaves in doubt. */
interface Place {
  readonly path: string;
  readonly action?: string;
  readonly feature?: string;
  /** As `kind value`. */
  readonly touched: readonly string[];
  readonly doubts: readonly { readonly why: string; readonly kinds: readonly KindOfTarget[] }[];
}

interface Read {
  readonly changeRequest: ScheduledChangeRequest;
  readonly places: readonly Place[];
}

/** Reads a change request, place by place. */
function read(changeRequest: ScheduledChangeRequest): Read {
  const places: Place[] = [];
  for (const [f, { name, changes }] of changeRequest.features.entries()) {
    const path = `features[${f}]`;
    const self = `feature ${name}`;
    const listed = changes.map((change, c): Place => ({
      path: `${path}.changes[${c}]`,
      action: change.action,
      feature: name,
      touched: touchesOfChange(change, name),
      doubts: doubtsOfChange(change),
    }));
    const unlisted = { why: 'not-listed', kinds: EVERYTHING_IN_A_FEATURE } as const;
    if (!listed.some(({ touched }) => touched.includes(self))) {
      const doubts = changes.length === 0 ? [unlisted] : [];
      places.push({ path, feature: name, touched: [self], doubts });
    }
    places.push(...listed);
  }
  for (const [s, change] of changeRequest.segments.entries()) {
    const touched = touchesOfChange(change, undefined);
    const doubts = doubtsOfChange(change);
    places.push({ path: `segments[${s}]`, action: change.action, touched, doubts });
  }
  return { changeRequest, places };
}

const EVERYTHING_IN_A_FEATURE: readonly KindOfTarget[] = [
  'strategy',
  'variants',
  'segment',
  'definition',
];

/** The kinds of target, by their names over HTTP. */
const KIND_NAMES: Readonly<Record<KindOfTarget, string>> = {
  feature: 'feature',
  strategy: 'strategy',
  variants: 'featureVariants',
  segment: 'segment',
  definition: 'strategyDefinition',
};

/** What a target is about: its kind, its value and, if it is known, the feature that it belongs to. */
function subjectOf(asked: AskedJson): { kind: KindOfTarget; value: string; feature?: string } {
  const { feature, strategyId, variantForFlag, segment, strategyDefinition } = asked;
  if (strategyId !== undefined) {
    return { kind: 'strategy', value: strategyId, ...(feature === undefined ? {} : { feature }) };
  }
  if (variantForFlag !== undefined) {
    return { kind: 'variants', value: variantForFlag, feature: variantForFlag };
  }
  if (segment !== undefined) return { kind: 'segment', value: String(segment) };
  if (strategyDefinition !== undefined) return { kind: 'definition', value: strategyDefinition };
  return { kind: 'feature', value: feature ?? '' };
}

function nameIn(createdBy: unknown): string | undefined {
  const isName = (text: unknown): text is string => typeof text === 'string' && text !== '';
  if (isName(createdBy)) return createdBy;
  if (typeof createdBy !== 'object' || createdBy === null) return undefined;
  const { username, name } = createdBy as { username?: unknown; name?: unknown };
  if (isName(username)) return username;
  return isName(name) ? name : undefined;
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
    (a, b) => Buffer.compare(Buffer.from(a.project), Buffer.from(b.project)) || a.id - b.id,
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
    const coverage = projects.filter(({ id }) => searched.has(id)).map((each) => each.coverage);
    const times = coverage.flatMap((each) => (each.kind === 'as-of' ? [each.asOf] : []));
    const isUncovered = coverage.length === 0 || coverage.some(({ kind }) => kind === 'none');
    const hasUnreadable = isAll && projects.length > coverage.length;

    const impactOf = (target: AskedJson) => {
      const { kind, value, feature } = subjectOf(target);
      const key = `${kind} ${value}`;
      const found = (touching.get(key) ?? []).filter(({ changeRequest }) =>
        searched.has(changeRequest.project),
      );
      const listed = found.slice(0, LISTED).map(({ changeRequest, places }) => {
        const { project, id, environment, title, schedule } = changeRequest;
        const touches = places
          .filter(({ touched }) => touched.includes(key))
          .slice(0, LISTED)
          .map(({ path, action, feature: under }) => {
            const touch = { path, action, feature: under };
            if (target.intent === undefined) return touch;
            const consequence = consequenceOf(
              { kind, value, intent: target.intent },
              touch,
              changeRequest,
            );
            return { ...touch, consequence };
          });
        const createdBy = nameIn(changeRequest.createdBy);
        return { project, id, environment, title, schedule, createdBy, touches };
      });
      const doubts = doubtful
        .filter((doubt) => searched.has(doubt.project) && doubt.of.includes(kind))
        .filter(({ under }) => under === undefined || feature === undefined || under === feature)
        .map(({ project, id, environment, path, why, of }) => ({
          project,
          id,
          environment,
          path,
          why,
          kinds: of.map((each) => KIND_NAMES[each]),
        }));
      const reasons = [
        ...(doubts.length > 0 ? ['doubt'] : []),
        ...(isUncovered ? ['no-coverage'] : []),
        ...(hasUnreadable ? ['unreadable-projects'] : []),
      ];
      const isTouched = found.length > 0;
      return {
        target,
        outcome: isTouched ? 'some' : reasons.length > 0 ? 'unknown' : 'none',
        count: found.length,
        changeRequests: listed,
        doubts: doubts.slice(0, LISTED),
        reasons: isTouched ? [] : reasons,
      };
    };
    const asOf = times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0];
    return json({ asOf, impacts: cutReport(asked.map(impactOf)) });
  };
}
