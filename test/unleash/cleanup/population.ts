import fc from 'fast-check';

interface Flag {
  readonly isStale: boolean;
  readonly isCompleted: boolean;
  /** The index of the flag that it depends on. */
  readonly parent?: number;
  /** The index of the definition of its only strategy; that of Unleash's own one when absent. */
  readonly definition?: number;
}

const ACTIONS = [
  'updateEnabled',
  'addStrategy',
  'updateStrategy',
  'deleteStrategy',
  'reorderStrategy',
  'patchVariant',
  'archiveFeature',
  'addDependency',
  'deleteDependency',
] as const;

export interface PlannedChange {
  readonly action: (typeof ACTIONS)[number];
  readonly flag: number;
  /** The index of the flag that it is about, too, if it is about a dependency. */
  readonly other: number;
  /** The index of the definition that it uses, if it is about a strategy. */
  readonly definition: number;
}

/** A scheduled change request. */
interface PlannedRequest {
  readonly status: 'pending' | 'suspended' | 'failed' | 'overdue';
  /** When it is applied, in hours from now on, whatever its status. */
  readonly hour: number;
  readonly changes: readonly PlannedChange[];
}

/** Flags and definitions, what is scheduled, and how late the plan is carried out. */
export interface Population {
  readonly flags: readonly Flag[];
  readonly definitions: number;
  readonly requests: readonly PlannedRequest[];
  /** Whether the target with that index is only removed after everything else. */
  readonly isLate: readonly boolean[];
}

const FLAGS = 6;
/** Only these flags have others that depend on them: Unleash allows no chains. */
const PARENTS = 2;
const DEFINITIONS = 3;
const HOURS = 6;

const definitionIndex = fc.nat({ max: DEFINITIONS - 1 });

const flags = fc.tuple(
  ...Array.from({ length: FLAGS }, (_each, index) =>
    fc.record(
      {
        isStale: fc.boolean(),
        isCompleted: fc.boolean(),
        ...(index < PARENTS ? {} : { parent: fc.nat({ max: PARENTS - 1 }) }),
        definition: definitionIndex,
      },
      { requiredKeys: ['isStale', 'isCompleted'] },
    ),
  ),
);

const change = fc.record<PlannedChange>({
  action: fc.constantFrom(...ACTIONS),
  flag: fc.nat({ max: FLAGS - 1 }),
  other: fc.nat({ max: FLAGS - 1 }),
  definition: definitionIndex,
});

const request = fc.record<PlannedRequest>({
  status: fc.oneof(
    { weight: 9, arbitrary: fc.constant('pending' as const) },
    { weight: 1, arbitrary: fc.constantFrom('suspended', 'failed', 'overdue') },
  ),
  hour: fc.integer({ min: 1, max: HOURS }),
  changes: fc.array(change, { minLength: 1, maxLength: 2 }),
});

/** Populations in which much is stale, and some of it is still needed. */
export const arbitraryPopulation: fc.Arbitrary<Population> = fc.record({
  flags,
  definitions: fc.constant(DEFINITIONS),
  requests: fc.array(request, { maxLength: 5 }),
  isLate: fc.array(fc.boolean(), {
    minLength: FLAGS + DEFINITIONS,
    maxLength: FLAGS + DEFINITIONS,
  }),
});
