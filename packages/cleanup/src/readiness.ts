import {
  attempt,
  type CallOptions,
  type ScheduledChangeRequest,
  type StoreUnavailable,
  toResultAsync,
} from '@forewarn/core';
import {
  type CoveredProject,
  MAX_WAITING_FEATURES,
  type ProjectFeatureUse,
  type Readiness,
  type ReadinessSource,
  type ReadyFeature,
  scheduledAtOf,
  type WaitingFeature,
} from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import { featuresOf } from './candidates-of.ts';
import type { PlannedRemoval } from './cleanup.ts';
import { MAX_NAMED, planPage, type PlanPorts } from './cleanups.ts';

/** How long a feature waits until its verdict is known, in milliseconds. */
const MAX_WAIT_MS = 24 * 3_600_000;
/** Minimum time between two looks at what waits, in milliseconds. */
const LOOK_MS = 5_000;
/** Maximum projects of one look, and of which the use is read at once. */
const PROJECTS_AT_ONCE = 10;
/** The quiet time of a plan that says none. */
const QUIET_MS = 7 * 24 * 3_600_000;

/**
 * Makes a source of what becomes removable: features whose verdict was `after` until the time of what touches them was over, and
 * that are `now` by a use that was read since then, as what was scheduled may have archived them or used them. One that is blocked
 * then did not stay clean, and is not told. While nothing waits, a look costs nothing.
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
    look: ({ passed, waiting, now }, options = {}) =>
      attempt(
        () => false,
        options,
        async () => {
          const added = await waitingFor(ports, passed, options);
          if (added.isErr()) return err(added.error);
          const all = merged([...waiting, ...added.value], now);
          if (all.length === 0 || !isDue()) return ok({ waiting: all, ready: [] });
          const byProject = [...Map.groupBy(all, ({ projectId }) => projectId)];
          turn = (turn + PROJECTS_AT_ONCE) % Math.max(PROJECTS_AT_ONCE, byProject.length);
          const looked = [...byProject.slice(turn), ...byProject.slice(0, turn)];
          return lookAt(ports, new Map(looked.slice(0, PROJECTS_AT_ONCE)), all, options);
        },
      ),
  };
}

/** Each feature once, with its last time, without those that waited too long. */
function merged(all: readonly WaitingFeature[], now: number): readonly WaitingFeature[] {
  const byKey = new Map<string, WaitingFeature>();
  for (const each of all) {
    const key = keyOf(each);
    const since = Math.max(each.since, byKey.get(key)?.since ?? 0);
    if (now - since < MAX_WAIT_MS) byKey.set(key, { ...each, since });
  }
  return [...byKey.values()].slice(0, MAX_WAITING_FEATURES);
}

const keyOf = ({ projectId, name }: Pick<WaitingFeature, 'projectId' | 'name'>): string =>
  JSON.stringify([projectId, name]);

/** Returns the candidates that waited for change requests: those that these touch, and those whose parent these touch. */
async function waitingFor(
  ports: PlanPorts,
  passed: readonly ScheduledChangeRequest[],
  options: CallOptions,
): Promise<Result<readonly WaitingFeature[], StoreUnavailable>> {
  if (passed.length === 0) return ok([]);
  const byProject = Map.groupBy(passed, ({ project }) => project);
  const projectIds = [...byProject.keys()];
  const all: WaitingFeature[] = [];
  for (let start = 0; start < projectIds.length; start += PROJECTS_AT_ONCE) {
    const some = projectIds.slice(start, start + PROJECTS_AT_ONCE);
    const uses = await toResultAsync(ports.featureUse.find(some, options));
    if (uses.isErr()) return err(uses.error);
    const found = await waitingIn(ports, uses.value, byProject, options);
    if (found.isErr()) return err(found.error);
    all.push(...found.value);
  }
  return ok(all);
}

async function waitingIn(
  ports: PlanPorts,
  uses: readonly ProjectFeatureUse[],
  byProject: ReadonlyMap<string, readonly ScheduledChangeRequest[]>,
  options: CallOptions,
): Promise<Result<readonly WaitingFeature[], StoreUnavailable>> {
  const all: WaitingFeature[] = [];
  for (const use of uses) {
    const own = byProject.get(use.projectId) ?? [];
    const touched = touchedBy(own);
    const candidates = featuresOf(use, {});
    for (const { target } of candidates) {
      const since = touched.get(target.name);
      if (since !== undefined) all.push({ projectId: use.projectId, name: target.name, since });
    }
    const children = candidates
      .filter(({ present }) => (present.parents ?? []).some((name) => touched.has(name)))
      .map(({ target }) => target.name);
    const freed = await planNamed(ports, use.projectId, children, options);
    if (freed.isErr()) return err(freed.error);
    for (const removal of freed.value) {
      const since = freedSince(removal, own);
      if (since !== undefined) {
        all.push({ projectId: use.projectId, name: removal.target.name, since });
      }
    }
  }
  return ok(all);
}

/** The features that change requests touch, and the last time of these. */
function touchedBy(changeRequests: readonly ScheduledChangeRequest[]): ReadonlyMap<string, number> {
  const touched = new Map<string, number>();
  for (const changeRequest of changeRequests) {
    const at = scheduledAtOf(changeRequest);
    for (const { name } of changeRequest.features) {
      touched.set(name, Math.max(at, touched.get(name) ?? 0));
    }
  }
  return touched;
}

/** The last time of those change requests to which it matters whether the parent of a target has children. */
function freedSince(
  { evidence }: PlannedRemoval,
  own: readonly ScheduledChangeRequest[],
): number | undefined {
  const times = evidence.flatMap(({ rule, changeRequest }) =>
    rule === 'frees-parent'
      ? own.filter(({ id }) => id === changeRequest?.id).map(scheduledAtOf)
      : [],
  );
  return times.length === 0 ? undefined : Math.max(...times);
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
  const ready: ReadyFeature[] = [];
  for (const use of uses.value) {
    const known = (looked.get(use.projectId) ?? []).filter(({ since }) => isSince(use, since));
    const names = known.slice(0, MAX_NAMED).map(({ name }) => name);
    const planned = await planNamed(ports, use.projectId, names, options);
    if (planned.isErr()) return err(planned.error);
    const candidates = new Set(featuresOf(use, {}).map(({ target }) => target.name));
    for (const { projectId, name, since } of known.slice(0, MAX_NAMED)) {
      const removal = planned.value.find(({ target }) => target.name === name);
      const isCandidate = candidates.has(name);
      if (isCandidate && (removal === undefined || isOpen(removal))) continue;
      over.add(keyOf({ projectId, name }));
      if (!isCandidate || removal?.verdict !== 'now') continue;

      const after = new Date(since).toISOString();
      ready.push({ project: projectId, name, after, asOf: use.asOf });
    }
  }
  return ok({ waiting: all.filter((each) => !over.has(keyOf(each))), ready });
}

const isSince = ({ asOf }: ProjectFeatureUse, since: number): boolean => Date.parse(asOf) > since;

/** Whether the verdict is still to come: what was scheduled is probably going to be withdrawn, or something is not known yet. */
const isOpen = ({ verdict, reasons }: PlannedRemoval): boolean =>
  verdict === 'unknown' ||
  (verdict === 'blocked' && reasons.every((reason) => reason === 'overdue'));

/** Plans features of a project. */
async function planNamed(
  ports: PlanPorts,
  projectId: string,
  features: readonly string[],
  options: CallOptions,
): Promise<Result<readonly PlannedRemoval[], StoreUnavailable>> {
  if (features.length === 0) return ok([]);
  const listed = await toResultAsync(ports.projects.list(options));
  if (listed.isErr()) return err(listed.error);
  const projects = listed.value.filter(({ id }: CoveredProject) => id === projectId);
  const readable = new Set(listed.value.map(({ id }) => id));
  const command = { features: features.slice(0, MAX_NAMED), quietMs: QUIET_MS, limit: MAX_NAMED };
  const planned = await planPage(ports, command, { projects, readable, isWhole: false }, options);
  if (planned.isOk()) return ok(planned.value.candidates);
  if (planned.error.type === 'StoreUnavailable') return err(planned.error);
  throw new Error(planned.error.type);
}
