import type { Change, Coverage, ScheduledChangeRequest } from '@forewarn/core';
import { INTENTS } from '@forewarn/impact';
import { problemsOfChangeRequest } from '@forewarn/record';
import { type Random, randomOf } from '../faults/random.ts';
import { type AskedJson, kindOverHttp, type OracleState, subjectOf } from './impact-oracle.ts';
import { KNOWN_ACTIONS } from './oracle-rule.ts';

const PROJECTS = 20;
const CHANGE_REQUESTS = 10_000;
const QUESTIONS = 1_000;

const UNKNOWN_ACTIONS = ['inventedTomorrow', '__proto__', 'constructor', 'UPDATESTRATEGY', ''];

const ENVIRONMENTS = ['production', 'staging'];

/** The actions that a default change usually has. */
const BY_DEFAULT = ['addStrategy', 'updateStrategy'];

const ABSENT = Symbol('absent');

const SCALARS: readonly unknown[] = [null, '', 'a text', '1', 1, -1, 1.5, 2 ** 53, true];
const TREES: readonly unknown[] = [[], [null], [{ id: 's1' }], {}];

/** What can stand where something else is expected. */
const DAMAGE: readonly unknown[] = [
  ABSENT,
  ABSENT,
  ...SCALARS,
  ...TREES,
  { id: 's1', name: 'd1', segments: [1] },
  JSON.parse('{"__proto__":{"id":"s1","name":"d1","segments":[1]}}'),
];

const ODD_NAMES = [
  '__proto__',
  'constructor',
  "it's",
  '%',
  '_',
  '\u00e9',
  'e\u0301',
  'a b',
  '1',
  '01',
];

/** Generates texts, ids and JSON, damaged with a likelihood in percent. */
function generatorOf(random: Random, damage: number) {
  const pick = <T>(items: readonly T[]): T => random.pick(items) as T;
  const isRare = (percent: number): boolean => random.between(1, 100) <= percent;
  /** Names of which the first are the most frequent. */
  const name = (prefix: string, count: number): string => {
    const index = random.between(0, random.between(0, count));
    return isRare(5) ? pick(ODD_NAMES) : `${prefix}${index}`;
  };
  const feature = (): string => name('f', 400);
  const strategy = (): string => name('s', 600);
  const definition = (): string => name('d', 60);
  const segment = (): number => random.between(0, random.between(0, 90));
  const contextField = (): string => name('c', 40);
  const user = (): string => name('u', 30);
  const legalValue = (): string => `v${random.between(0, 4)}`;
  const some = <T>(most: number, one: () => T): T[] =>
    Array.from({ length: random.between(0, most) }, one);
  const maybe = (value: () => unknown): unknown => (isRare(damage) ? pick(DAMAGE) : value());
  const listOf = (most: number, one: () => unknown) => (): unknown =>
    some(most, one).map((value) => (value === ABSENT ? null : value));
  /** Makes objects, of which each field can be damaged or absent. */
  const object = (fields: Readonly<Record<string, () => unknown>>) => (): unknown =>
    maybe(() =>
      Object.fromEntries(
        Object.entries(fields)
          .map(([field, value]) => [field, maybe(value)] as const)
          .filter(([, value]) => value !== ABSENT),
      ),
    );

  const segments = listOf(3, () => maybe(segment));
  // Clients leave out what does not change.
  const optional = (value: () => unknown) => () => (isRare(10) ? ABSENT : value());
  const constraint = object({
    contextName: contextField,
    operator: () => 'IN',
    values: optional(listOf(2, () => maybe(legalValue))),
    value: () => pick([ABSENT, ABSENT, '', legalValue()]),
  });
  const constraints = optional(listOf(2, constraint));
  const plannedAs = (id: () => string): unknown => {
    const named = isRare(50) ? { name: definition } : { strategyName: definition };
    return object({ id, ...named, segments, constraints })();
  };
  const planOf = (id: () => string): unknown =>
    object({ milestones: listOf(2, object({ strategies: listOf(2, () => plannedAs(id)) })) })();
  const snapshot = (action: string, own: string): unknown => {
    if (isRare(10)) return ABSENT;
    const ownOrOther = (): string => (isRare(60) ? own : strategy());
    const isOfStrategy = action === 'updateStrategy' || action === 'deleteStrategy';
    if (isOfStrategy !== isRare(damage)) return plannedAs(ownOrOther);
    return planOf(action === 'updateMilestoneStrategy' ? ownOrOther : strategy);
  };
  const reordered = listOf(3, object({ id: strategy }));
  const dependency = object({ feature });
  const ofSegment = object({
    id: segment,
    constraints,
    snapshot: optional(object({ id: segment, constraints })),
  });
  const enabled = object({ enabled: () => true, id: strategy, name: definition });
  const payload = (action: string): unknown => {
    switch (action) {
      case 'reorderStrategy':
        return maybe(reordered);
      case 'addDependency':
      case 'deleteDependency':
        return dependency();
      case 'updateSegment':
      case 'deleteSegment':
        return ofSegment();
      case 'patchVariant':
      case 'updateEnabled':
        return enabled();
    }
    const id = strategy();
    return object({
      id: () => id,
      [isRare(10) ? 'strategyName' : 'name']: optional(definition),
      segments: optional(segments),
      constraints,
      feature,
      snapshot: () => snapshot(action, id),
    })();
  };

  const change = (actions = KNOWN_ACTIONS): Change => {
    const action = pick(isRare(damage / 4) ? UNKNOWN_ACTIONS : actions);
    const made = payload(action);
    return {
      action,
      ...(made === ABSENT ? {} : { payload: made }),
      ...(isRare(3) ? { conflict: 'a conflict' } : {}),
    };
  };
  const ofFeature = () => {
    const isArchived = isRare(5);
    const changes = some(2, () => change()).map((each) =>
      isArchived ? { action: 'archiveFeature' } : each,
    );
    // A list can leave out the changes.
    const isListed = changes.length > 0 || isRare(damage);
    const added = isRare(50) ? BY_DEFAULT : KNOWN_ACTIONS;
    return {
      name: feature(),
      changes: isListed ? changes : [change()],
      ...(isRare(15) ? { defaultChange: change(added) } : {}),
    };
  };
  const changeRequest = (project: string, id: number): ScheduledChangeRequest => {
    const title = pick(TITLES);
    const schedule = pick(SCHEDULES);
    const createdBy = isRare(40) ? { id: random.between(0, 9), username: user() } : pick(CREATORS);
    return {
      id,
      environment: pick(ENVIRONMENTS),
      project,
      state: 'Scheduled',
      ...(title === undefined ? {} : { title }),
      ...(schedule === undefined ? {} : { schedule }),
      ...(createdBy === ABSENT ? {} : { createdBy }),
      features: some(2, ofFeature),
      segments: isRare(15) ? some(2, () => change()) : [],
    };
  };

  const target = (): AskedJson => {
    // Change requests touch few environments and users, each of them often.
    if (isRare(1)) return { environment: pick(['production', 'staging', 'test']) };
    if (isRare(4)) return { user: isRare(20) ? pick(['7', 'maria', 'Maria']) : user() };
    return pick<() => AskedJson>([
      () => ({ feature: feature() }),
      () => ({ feature: feature() }),
      () => ({ strategyId: strategy(), ...(isRare(50) ? { feature: feature() } : {}) }),
      () => ({ variantForFlag: feature() }),
      () => ({ segment: segment() }),
      () => ({ strategyDefinition: definition() }),
      () => ({ contextField: contextField() }),
    ])();
  };
  const question = (): AskedJson => {
    const asked = target();
    const { kind } = subjectOf(asked);
    const intent = pick([undefined, ...INTENTS[kindOverHttp(kind)]]);
    const isInOne = kind === 'strategy' || kind === 'variants' || intent === 'import';
    return {
      ...asked,
      ...(intent === undefined ? {} : { intent }),
      ...(isInOne && isRare(50) ? { inEnvironment: pick(ENVIRONMENTS) } : {}),
      ...(kind === 'field' && intent !== undefined && isRare(75)
        ? { legalValues: some(4, legalValue) }
        : {}),
    };
  };
  return { changeRequest, question };
}

const TITLES = [undefined, '', 'Winter sale', '"né" \\ 😀'];

const SCHEDULES: readonly ScheduledChangeRequest['schedule'][] = [
  undefined,
  { status: 'pending', scheduledAt: '2030-01-31T08:00:00.000Z' },
  { status: 'pending', scheduledAt: '2030-01-31T12:00:00+14:00' },
  { status: 'failed', scheduledAt: '2029-12-31T23:59Z', reason: 'r', failureReason: 'f' },
  { status: 'suspended', scheduledAt: '2030-01-31T08:00:00.000Z' },
];

const CREATORS: readonly unknown[] = [
  ABSENT,
  'maria',
  '',
  null,
  7,
  { username: 'maria', name: 'Maria' },
  { username: '', name: 'Maria' },
  { id: 7, name: 'Maria' },
  { username: 7, imageUrl: 'x' },
  { id: 1.5, username: 'maria', name: 'maria' },
  { id: 'u1', username: 'tab\t', name: 'n'.repeat(256) },
  { id: true, username: ['u1'], name: { name: 'u1' } },
  ['maria'],
];

/** One change request with more touches and more doubts than a result lists. */
const longChangeRequest = (project: string): ScheduledChangeRequest => ({
  id: 999_999,
  environment: 'production',
  project,
  state: 'Scheduled',
  features: [
    {
      name: 'f0',
      changes: Array.from({ length: 150 }, (_, index) => ({
        action: index % 2 === 0 ? 'updateStrategy' : 'inventedTomorrow',
        payload: { id: 's0' },
      })),
    },
  ],
  segments: [],
});

const COVERAGES: readonly Coverage[] = [
  { kind: 'live' },
  { kind: 'live' },
  { kind: 'as-of', asOf: '2026-11-21T10:42:00.000Z', source: 'import' },
  { kind: 'as-of', asOf: '2026-11-20T10:42:00.000Z', source: 'sync' },
  { kind: 'none' },
];

/** What is recorded, and what is asked. */
export interface ImpactPopulation extends OracleState {
  readonly asked: readonly AskedJson[];
}

/**
 * Generates 10,000 change requests in 20 projects, with every action and every kind of damage, and 1,000 targets. It
 * is the same each time. In every other project nothing is damaged.
 */
export function impactPopulation(): ImpactPopulation {
  const random = randomOf(20_261_121);
  const projects = Array.from({ length: PROJECTS }, (_, index) => ({
    id: index === 0 ? '\u{1f600}' : index === 1 ? '\uff61' : `p${index}`,
    coverage: COVERAGES[index % COVERAGES.length] ?? { kind: 'none' },
  }));
  const changeRequests = projects.flatMap(({ id: project }, index) => {
    const generator = generatorOf(random.of(project), index % 2 === 0 ? 0 : index);
    const made: ScheduledChangeRequest[] = [];
    for (let id = 0; made.length < CHANGE_REQUESTS / PROJECTS; id += 1) {
      const text = JSON.stringify(generator.changeRequest(project, id * 3));
      const changeRequest = JSON.parse(text) as ScheduledChangeRequest;
      if (problemsOfChangeRequest(changeRequest).length === 0) made.push(changeRequest);
    }
    return made;
  });
  changeRequests.splice(-1, 1, longChangeRequest(projects.at(-1)?.id ?? ''));
  const { question } = generatorOf(random.of('questions'), 0);
  const asked = Array.from({ length: QUESTIONS }, question);
  return { projects, changeRequests, asked };
}
