import {
  type Change,
  type Coverage,
  problemsOfChangeRequest,
  type ScheduledChangeRequest,
} from '@forewarn/core';
import { type Random, randomOf } from '../faults/random.ts';
import type { AskedJson, OracleState } from './impact-oracle.ts';
import { KNOWN_ACTIONS } from './oracle-rule.ts';

const PROJECTS = 20;
const CHANGE_REQUESTS = 10_000;
const QUESTIONS = 1_000;

const UNKNOWN_ACTIONS = ['inventedTomorrow', '__proto__', 'constructor', 'UPDATESTRATEGY', ''];

const ABSENT = Symbol('absent');

/** What can stand where something else is expected. */
const DAMAGE: readonly unknown[] = [
  ABSENT,
  ABSENT,
  null,
  '',
  'a text',
  '1',
  1,
  -1,
  1.5,
  2 ** 53,
  true,
  [],
  [null],
  [{ id: 's1' }],
  {},
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
  ' ',
  '1',
  '01',
];

/** Generates texts, ids and JSON, damaged with a likelihood in percent. */
class Generator {
  readonly random: Random;
  readonly damage: number;

  constructor(random: Random, damage: number) {
    this.random = random;
    this.damage = damage;
  }

  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    return this.random.pick(items) as T;
  }

  isRare(percent: number): boolean {
    return this.random.between(1, 100) <= percent;
  }

  /** Names of which the first are the most frequent. */
  name(prefix: string, count: number): string {
    const index = this.random.between(0, this.random.between(0, count));
    return this.isRare(5) ? this.pick(ODD_NAMES) : `${prefix}${index}`;
  }

  feature = (): string => this.name('f', 400);
  strategy = (): string => this.name('s', 600);
  definition = (): string => this.name('d', 60);
  segment = (): number => this.random.between(0, this.random.between(0, 90));

  some<T>(most: number, one: () => T): T[] {
    return Array.from({ length: this.random.between(0, most) }, one);
  }

  maybe(value: () => unknown): unknown {
    return this.isRare(this.damage) ? this.pick(DAMAGE) : value();
  }

  /** An object, of which each field can be damaged or absent. */
  object(fields: Readonly<Record<string, () => unknown>>): unknown {
    return this.maybe(() =>
      Object.fromEntries(
        Object.entries(fields)
          .map(([field, value]) => [field, this.maybe(value)] as const)
          .filter(([, value]) => value !== ABSENT),
      ),
    );
  }

  segments = (): unknown => this.some(3, () => this.maybe(this.segment)).map(withoutAbsent);

  strategyOfPlan = (): unknown =>
    this.object({ id: this.strategy, name: this.definition, segments: this.segments });

  plan = (): unknown =>
    this.object({
      milestones: () =>
        this.some(2, () =>
          this.object({
            strategies: () => this.some(2, this.strategyOfPlan).map(withoutAbsent),
          }),
        ).map(withoutAbsent),
    });

  snapshot(action: string): unknown {
    if (this.isRare(10)) return ABSENT;
    const isOfStrategy = action === 'updateStrategy' || action === 'deleteStrategy';
    return isOfStrategy !== this.isRare(this.damage) ? this.strategyOfPlan() : this.plan();
  }

  payload(action: string): unknown {
    switch (action) {
      case 'reorderStrategy':
        return this.maybe(() =>
          this.some(3, () => this.object({ id: this.strategy })).map(withoutAbsent),
        );
      case 'addDependency':
      case 'deleteDependency':
        return this.object({ feature: this.feature });
      case 'updateSegment':
      case 'deleteSegment':
        return this.object({ id: this.segment });
      case 'patchVariant':
      case 'updateEnabled':
        return this.object({ enabled: () => true, id: this.strategy, name: this.definition });
    }
    // Clients leave out what does not change.
    const optional = (value: () => unknown) => () => (this.isRare(10) ? ABSENT : value());
    return this.object({
      id: this.strategy,
      name: optional(this.definition),
      segments: optional(this.segments),
      feature: this.feature,
      snapshot: () => this.snapshot(action),
    });
  }

  change = (): Change => {
    const isUnknown = this.isRare(this.damage / 4);
    const action = this.pick(isUnknown ? UNKNOWN_ACTIONS : KNOWN_ACTIONS);
    const payload = this.payload(action);
    return {
      action,
      ...(payload === ABSENT ? {} : { payload }),
      ...(this.isRare(3) ? { conflict: 'a conflict' } : {}),
    };
  };

  changeRequest(project: string, id: number): ScheduledChangeRequest {
    const at = '2030-01-31T08:00:00.000Z';
    const schedule = this.pick([
      undefined,
      { status: 'pending', scheduledAt: at },
      { status: 'failed', scheduledAt: at, reason: 'r', failureReason: 'f' },
      { status: 'suspended', scheduledAt: at },
    ] as const);
    const title = this.pick([undefined, '', 'Winter sale', '"né" \\ 😀']);
    const createdBy = this.pick<unknown>([
      ABSENT,
      'maria',
      '',
      null,
      7,
      { username: 'maria', name: 'Maria' },
      { username: '', name: 'Maria' },
      { id: 7, name: 'Maria' },
      { username: 7, imageUrl: 'x' },
    ]);
    const features = this.some(2, () => {
      const only = this.isRare(5) ? 'archiveFeature' : undefined;
      const changes = this.some(2, this.change).map((change) =>
        only === undefined ? change : { action: only },
      );
      // A list can leave out the changes.
      const isListed = changes.length > 0 || this.isRare(this.damage);
      return { name: this.feature(), changes: isListed ? changes : [this.change()] };
    });
    return {
      id,
      environment: this.pick(['production', 'staging']),
      project,
      state: 'Scheduled',
      ...(title === undefined ? {} : { title }),
      ...(schedule === undefined ? {} : { schedule }),
      ...(createdBy === ABSENT ? {} : { createdBy }),
      features,
      segments: this.isRare(15) ? this.some(2, this.change) : [],
    };
  }

  question(): AskedJson {
    const intent = <Of extends string>(...intents: readonly Of[]) => {
      const picked = this.pick<Of | undefined>([...intents, undefined]);
      return picked === undefined ? {} : { intent: picked };
    };
    const feature = this.isRare(50) ? { feature: this.feature() } : {};
    return this.pick<() => AskedJson>([
      () => ({ feature: this.feature(), ...intent('archive') }),
      () => ({ strategyId: this.strategy(), ...feature, ...intent('update', 'delete') }),
      () => ({ variantForFlag: this.feature(), ...intent('update') }),
      () => ({ segment: this.segment(), ...intent('update', 'delete') }),
      () => ({ strategyDefinition: this.definition(), ...intent('update', 'delete') }),
    ])();
  }
}

const withoutAbsent = (value: unknown): unknown => (value === ABSENT ? null : value);

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
    const generator = new Generator(random.of(project), index % 2 === 0 ? 0 : index);
    const made: ScheduledChangeRequest[] = [];
    for (let id = 0; made.length < CHANGE_REQUESTS / PROJECTS; id += 1) {
      const text = JSON.stringify(generator.changeRequest(project, id * 3));
      const changeRequest = JSON.parse(text) as ScheduledChangeRequest;
      if (problemsOfChangeRequest(changeRequest).length === 0) made.push(changeRequest);
    }
    return made;
  });
  changeRequests.splice(-1, 1, longChangeRequest(projects.at(-1)?.id ?? ''));
  const questions = new Generator(random.of('questions'), 0);
  const asked = Array.from({ length: QUESTIONS }, () => questions.question());
  return { projects, changeRequests, asked };
}
