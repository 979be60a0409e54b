import {
  attempt,
  type CallOptions,
  type StoreUnavailable,
  targetsOf,
  toResultAsync,
  touchesIn,
} from '@forewarn/core';
import { consequenceOf } from '@forewarn/impact';
import {
  MAX_WAITING_FEATURES,
  type PassedChange,
  type ProjectFeatureUse,
  type Readiness,
  type ReadinessLook,
  type ReadinessSource,
  type ReadyFeature,
  type WaitingFeature,
} from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import { type Candidate, featuresOf } from './candidates-of.ts';
import type { PlannedRemoval } from './cleanup.ts';
import { MAX_NAMED, planPage, type PlanPorts } from './cleanups.ts';
import { usesIn } from './uses-in.ts';

/** How long a feature waits until its verdict is known, in milliseconds. */
const MAX_WAIT_MS = 24 * 3_600_000;
/** Minimum time between two looks at what waits, in milliseconds. */
const LOOK_MS = 5_000;
/** Maximum projects of one look. */
const MAX_LOOKED = 10;
/** The quiet time of a plan that says none. */
const QUIET_MS = 7 * 24 * 3_600_000;

/**
 * Makes a source of what becomes removable: features that are `now` by a use that was read since the last of what touched them was
 * over or withdrawn, as that may have archived them or used them, or since no application asked for them any more. One that is
 * blocked then did not stay clean, and is not told. While nothing waits, a look costs nothing.
 *
 * @param clock milliseconds since any moment, which must not jump
 */
export function makeReadiness(
  ports: PlanPorts,
  clock = (): number => performance.now(),
): ReadinessSource {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let turn = 0;
  const isDue = (): boolean => {
    if (clock() - lookedAt < LOOK_MS) return false;
    lookedAt = clock();
    return true;
  };
  return {
    look: ({ passed, waiting, quietSince, now, isBehind = false }, options = {}) =>
      attempt(
        () => false,
        options,
        async () => {
          const added = await waitingFor(ports, passed, options);
          if (added.isErr()) return err(added.error);
          const quiet = await grownQuiet(ports, { quietSince, now }, options);
          if (quiet.isErr()) return err(quiet.error);
          const all = merged([...waiting, ...added.value, ...quiet.value], now);
          if (all.length === 0 || isBehind || !isDue()) return ok({ waiting: all, ready: [] });
          const byProject = [...Map.groupBy(all, ({ projectId }) => projectId)];
          turn = (turn + MAX_LOOKED) % Math.max(MAX_LOOKED, byProject.length);
          const looked = [...byProject.slice(turn), ...byProject.slice(0, turn)];
          return lookAt(ports, new Map(looked.slice(0, MAX_LOOKED)), all, options);
        },
      ),
  };
}

/** Each feature once, with its last time, without those that waited too long. */
function merged(all: readonly WaitingFeature[], now: number): readonly WaitingFeature[] {
  const byKey = new Map<string, WaitingFeature>();
  for (const each of all) {
    const key = featureKey(each);
    const since = Math.max(each.since, byKey.get(key)?.since ?? 0);
    if (now - since < MAX_WAIT_MS) byKey.set(key, { ...each, since });
  }
  return [...byKey.values()].slice(0, MAX_WAITING_FEATURES);
}

const featureKey = ({ projectId, name }: Pick<WaitingFeature, 'projectId' | 'name'>): string =>
  JSON.stringify([projectId, name]);

/** Returns the candidates that waited for change requests: those that these touch, and those whose parent these touch. */
async function waitingFor(
  ports: PlanPorts,
  passed: readonly PassedChange[],
  options: CallOptions,
): Promise<Result<readonly WaitingFeature[], StoreUnavailable>> {
  const byProject = Map.groupBy(passed, ({ changeRequest }) => changeRequest.project);
  return waitingIn(ports, [...byProject.keys()], options, ({ projectId }) => {
    const { touched, freed } = releasedBy(byProject.get(projectId) ?? []);
    return ({ target, present }) => [
      ...(touched.get(target.name) ?? []),
      ...(present.parents ?? []).flatMap((name) => freed.get(name) ?? []),
    ];
  });
}

/** By name, when the last passed that touches a feature, and the last to which it matters whether the feature has children. */
function releasedBy(passed: readonly PassedChange[]) {
  const touched = new Map<string, readonly [number]>();
  const freed = new Map<string, readonly [number]>();
  for (const { changeRequest, at } of passed.toSorted((a, b) => a.at - b.at)) {
    for (const target of targetsOf(changeRequest)) {
      if (target.kind === 'feature') touched.set(target.name, [at]);
    }
    for (const touch of touchesIn(changeRequest)) {
      const { outcome } = consequenceOf({ intent: 'become-parent' }, touch, changeRequest);
      const isFreed = touch.target.kind === 'feature' && outcome !== 'unaffected';
      if (isFreed) freed.set(touch.target.name, [at]);
    }
  }
  return { touched, freed };
}

/** Returns the candidates that grew quiet after one time, and no later than another. */
async function grownQuiet(
  ports: PlanPorts,
  { quietSince = Infinity, now }: Pick<ReadinessLook, 'quietSince' | 'now'>,
  options: CallOptions,
): Promise<Result<readonly WaitingFeature[], StoreUnavailable>> {
  if (quietSince >= now) return ok([]);
  const listed = await toResultAsync(ports.projects.list(options));
  if (listed.isErr()) return err(listed.error);
  const projectIds = listed.value.map(({ id }) => id);
  return waitingIn(ports, projectIds, options, () => ({ present: { lastSeenAt } }) => {
    const quietAt = typeof lastSeenAt === 'number' ? lastSeenAt + QUIET_MS : 0;
    return quietAt > quietSince && quietAt <= now ? [quietAt] : [];
  });
}

/** Returns the candidates of projects that wait, each since the last of its times, if it has one. */
async function waitingIn(
  ports: PlanPorts,
  projectIds: readonly string[],
  options: CallOptions,
  timesIn: (use: ProjectFeatureUse) => (candidate: Candidate) => readonly number[],
): Promise<Result<readonly WaitingFeature[], StoreUnavailable>> {
  const all: WaitingFeature[] = [];
  for await (const use of usesIn(ports, projectIds, options)) {
    if (use.isErr()) return err(use.error);
    const timesOf = timesIn(use.value);
    const { projectId } = use.value;
    for (const candidate of featuresOf(use.value, {})) {
      const times = timesOf(candidate);
      const since = Math.max(...times);
      if (times.length > 0) all.push({ projectId, name: candidate.target.name, since });
    }
  }
  return ok(all);
}

/** Looks at what waits in some projects. */
async function lookAt(
  ports: PlanPorts,
  looked: ReadonlyMap<string, readonly WaitingFeature[]>,
  all: readonly WaitingFeature[],
  options: CallOptions,
): Promise<Result<Readiness, StoreUnavailable>> {
  const uses = await toResultAsync(ports.featureUse.find([...looked.keys()], options));
  if (uses.isErr()) return err(uses.error);
  const over = new Set<string>();
  const behind = new Set<WaitingFeature>();
  const ready: ReadyFeature[] = [];
  for (const use of uses.value) {
    const readSince = (looked.get(use.projectId) ?? []).filter(({ since }) => isSince(use, since));
    const known = readSince.slice(0, MAX_NAMED);
    // The others come first the next time.
    if (known.length < readSince.length) for (const each of known) behind.add(each);
    const names = known.map(({ name }) => name);
    const planned = await planNamed(ports, use.projectId, names, options);
    if (planned.isErr()) return err(planned.error);
    const candidates = new Set(featuresOf(use, {}).map(({ target }) => target.name));
    for (const { projectId, name, since } of known) {
      const removal = planned.value.find(({ target }) => target.name === name);
      const isCandidate = candidates.has(name);
      if (isCandidate && (removal === undefined || isOpen(removal))) continue;
      over.add(featureKey({ projectId, name }));
      if (!isCandidate || removal?.verdict !== 'now') continue;
      const after = new Date(since).toISOString();
      ready.push({ project: projectId, name, after, asOf: use.asOf });
    }
  }
  const left = all.filter((each) => !over.has(featureKey(each)));
  const waiting = left.toSorted((a, b) => Number(behind.has(a)) - Number(behind.has(b)));
  return ok({ waiting, ready });
}

const isSince = ({ asOf }: ProjectFeatureUse, since: number): boolean => Date.parse(asOf) > since;

/** Whether the verdict is still to come: what was scheduled is probably going to be withdrawn, or something is not known yet. */
const isOpen = ({ verdict, reasons }: PlannedRemoval): boolean =>
  verdict === 'unknown' ||
  (verdict === 'blocked' && reasons.every((reason) => reason === 'overdue'));

/** Plans features of a project, at most {@link MAX_NAMED}. */
async function planNamed(
  ports: PlanPorts,
  projectId: string,
  features: readonly string[],
  options: CallOptions,
): Promise<Result<readonly PlannedRemoval[], StoreUnavailable>> {
  if (features.length === 0) return ok([]);
  const listed = await toResultAsync(ports.projects.list(options));
  if (listed.isErr()) return err(listed.error);
  const projects = listed.value.filter(({ id }) => id === projectId);
  const asked = { projects, readable: new Set([projectId]), isWhole: false };
  const command = { features, quietMs: QUIET_MS, limit: MAX_NAMED };
  const planned = await planPage(ports, command, asked, options);
  if (planned.isOk()) return ok(planned.value.candidates);
  if (planned.error.type === 'StoreUnavailable') return err(planned.error);
  throw new Error(planned.error.type);
}
