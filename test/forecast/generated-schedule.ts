import type { Change, FeatureChanges, Schedule, ScheduledChangeRequest } from '@forewarn/core';
import type { Gone, GoneTarget } from '@forewarn/forecast';
import { randomOf } from '../faults/random.ts';

/** The ids of the projects of generated schedules. The first two are those of which some keys may read nothing else. */
export const PROJECTS = ['shop', 'bank', 'Shop', '\uff61', '\u{1f600}'];

/** The names of strategy definitions. */
const DEFINITIONS = ['default', 'ramp', 'region'];

const HOUR_MS = 3_600_000;

/**
 * Generates change requests whose changes affect one another: the same for the same seed. Most are scheduled in the thirty days
 * from a time on, some before, at equal times, never, or not any more.
 */
export function generatedSchedule(
  seed: number,
  count: number,
  from: number,
): readonly ScheduledChangeRequest[] {
  const random = randomOf(seed);
  const pick = <T>(items: readonly T[]): T => random.pick(items) as T;
  const isRare = (percent: number): boolean => random.between(1, 100) <= percent;
  // In some schedules many meet, and in one of fifty more than a thousand change the same.
  const isCrowded = seed % 50 === 7;
  const features = isCrowded ? 3_000 : count * pick([0.2, 0.5, 1, 2]);
  const name = (prefix: string): string => `${prefix}${random.between(0, features)}`;
  const feature = (): string => (isCrowded && isRare(60) ? 'hot' : name(isRare(5) ? 'F' : 'f'));
  const segment = (): number => random.between(0, count / 10);
  const id = (): { id: string } => ({ id: name('s') });
  const segments = () => Array.from({ length: random.between(0, 2) }, segment);
  const dependency = () => ({ feature: feature() });

  const changes: readonly (() => Change)[] = [
    () => ({ action: 'archiveFeature' }),
    () => ({ action: 'addDependency', payload: dependency() }),
    () => ({ action: 'deleteDependency', payload: dependency() }),
    () => ({ action: 'updateStrategy', payload: { ...id(), segments: segments() } }),
    () => ({ action: 'updateStrategy', payload: id() }),
    () => ({ action: 'deleteStrategy', payload: id() }),
    () => ({ action: 'reorderStrategy', payload: [id(), id()] }),
    () => ({ action: 'addStrategy', payload: { name: pick(DEFINITIONS), segments: segments() } }),
    () => ({ action: 'patchVariant', payload: { variants: [] } }),
    () => ({ action: 'updateEnabled', payload: { enabled: true } }),
    () => ({ action: 'updateMilestoneStrategy', payload: id() }),
  ];
  const unseen: readonly (() => Change)[] = [
    () => ({ action: 'startMilestone', payload: { id: 'm' } }),
    () => ({ action: 'inventedTomorrow', payload: id() }),
    () => ({ action: 'deleteStrategy' }),
    () => ({ action: 'updateStrategy', payload: { id: 7 } }),
    () => ({ action: 'addDependency', payload: {} }),
    () => ({ action: 'updateSegment', payload: { id: segment() } }),
    () => ({ action: 'updateSegment' }),
    () => ({ action: '' }),
  ];
  const change = (): Change => pick(isRare(5) ? unseen : changes)();
  const featureChanges = (): FeatureChanges => ({
    name: feature(),
    changes: isRare(2) ? [] : Array.from({ length: random.between(1, 2) }, change),
    ...(isRare(8) ? { defaultChange: change() } : {}),
  });
  const segmentChange = (): Change => ({
    action: pick(['updateSegment', 'deleteSegment']),
    payload: isRare(95) ? { id: segment(), constraints: [] } : {},
  });
  const schedule = (): Schedule => {
    const hours = isRare(5) ? random.between(-500, -100) : random.between(0, 30 * 24);
    const scheduledAt = new Date(from + hours * HOUR_MS).toISOString();
    if (isRare(2)) return { status: 'pending', scheduledAt: 'some day' };
    return { status: isRare(94) ? 'pending' : pick(['failed', 'suspended']), scheduledAt };
  };

  return Array.from({ length: count }, (_, index): ScheduledChangeRequest => {
    const isOfSegments = isRare(10);
    return {
      // Ids that other projects have as well.
      id: Math.floor(index / PROJECTS.length) * 3,
      project: PROJECTS[index % PROJECTS.length] ?? '',
      environment: pick(['production', 'production', 'Production', 'staging']),
      state: 'Scheduled',
      ...(isRare(50) ? { title: pick(['', 'Winter sale', '"né" \\ 😀']) } : {}),
      ...(isRare(97) ? { schedule: schedule() } : {}),
      ...(isRare(50) ? { createdBy: pick<unknown>(['maria', { id: 7, username: 'ann' }, 7]) } : {}),
      features: isOfSegments ? [] : Array.from({ length: random.between(1, 2) }, featureChanges),
      segments: isOfSegments ? [segmentChange()] : [],
    };
  });
}

/** Generates what is gone of what such change requests touch: in one project or everywhere, in one way or in several. */
export function generatedGone(
  seed: number,
  changeRequests: readonly ScheduledChangeRequest[],
): readonly Gone[] {
  const random = randomOf(seed).of('gone');
  const pick = <T>(items: readonly T[]): T => random.pick(items) as T;
  const named = changeRequests.flatMap(({ features }) => features.map(({ name }) => name));
  const strategies = changeRequests.flatMap(({ features }) =>
    features.flatMap(({ changes }) =>
      changes.flatMap(({ payload }) => {
        const id: unknown = (payload as { readonly id?: unknown } | undefined)?.id;
        return typeof id === 'string' ? [id] : [];
      }),
    ),
  );
  const targets: readonly (() => Pick<Gone, 'target' | 'removals'>)[] = [
    () => ({
      target: { kind: 'feature', name: pick(named) },
      removals: pick([
        ['archive'],
        ['delete'],
        ['move'],
        ['delete', 'move'],
        ['archive', 'delete'],
      ]),
    }),
    () => ({
      target: { kind: 'segment', id: random.between(0, changeRequests.length / 10) },
      removals: pick([['delete'], ['move'], ['delete', 'move']]),
    }),
    () => ({ target: { kind: 'strategy', id: pick(strategies) }, removals: ['delete'] }),
    () => ({
      target: { kind: 'strategyDefinition', name: pick(DEFINITIONS) },
      removals: ['delete'],
    }),
    () => ({
      target: { kind: 'environment', name: pick(['staging', 'Production']) },
      removals: ['remove'],
    }),
  ];
  const asOf = '2029-12-31T00:00:00.000Z';
  const keyOf = ({ kind, ...value }: GoneTarget): string => `${kind} ${JSON.stringify(value)}`;
  const gone = Array.from({ length: changeRequests.length }, (): Gone => {
    const where = random.between(1, 4) === 1 ? {} : { projectId: pick(PROJECTS) };
    return { ...pick(targets)(), ...where, asOf };
  });
  // A store lists each target of a project once.
  return [...new Map(gone.map((each) => [keyOf(each.target) + each.projectId, each])).values()];
}
