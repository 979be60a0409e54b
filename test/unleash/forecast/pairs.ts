import { dependency, type ScheduledChange } from '../truth/scheduled-change.ts';
import { type ChangeId, SCHEDULED_CHANGES } from '../truth/scheduled-changes.ts';
import { inEnvironment, variantsNamed } from '../truth/world.ts';

// Only the Enterprise edition can apply it.
const { enterprise: _, ...APPLIED } = SCHEDULED_CHANGES;

/** The later changes of the pairs, by id. */
const LATER = {
  ...APPLIED,
  deleteSegment: {
    ...APPLIED.deleteSegment,
    // The call refuses to delete a segment that is in use. This service does not, and nothing in the open edition calls it.
    apply: ({ segment }) => ({ method: 'POST', path: `/measured/segments/${segment}/delete` }),
  },
} as const satisfies Readonly<Partial<Record<ChangeId, ScheduledChange>>>;

/** An earlier change, which may be of another environment than the later one. */
interface EarlierChange extends ScheduledChange {
  readonly environment?: 'production';
}

// What it has an effect on can't be seen.
const { updateMilestoneStrategy: __, ...SEEN } = LATER;

/** The earlier changes of the pairs, by id. */
const EARLIER = {
  ...SEEN,
  patchVariantElsewhere: {
    ...LATER.patchVariant,
    words: '`patchVariant` in another environment',
    environment: 'production',
    apply: (world) => ({
      method: 'PUT',
      path: `${inEnvironment(world, world.flag, 'production')}/variants`,
      body: variantsNamed(world.title),
    }),
  },
  addThirdAsParent: {
    ...dependency('addDependency', 'flag', 'third'),
    words: '`addDependency` on a third flag',
  },
  deleteThirdAsParent: {
    ...dependency('deleteDependency', 'flag', 'third'),
    words: '`deleteDependency` on a third flag',
  },
  addThirdAsChild: {
    ...dependency('addDependency', 'third', 'flag'),
    words: '`addDependency` of a third flag that names it as parent',
  },
  deleteThirdAsChild: {
    ...dependency('deleteDependency', 'third', 'flag'),
    words: '`deleteDependency` of a third flag that names it as parent',
  },
} as const satisfies Readonly<Record<string, EarlierChange>>;

type EarlierId = keyof typeof EARLIER;
type LaterId = keyof typeof LATER;

/** Two changes of the same flag, strategy or segment, scheduled in two change requests. */
export interface Pair {
  readonly earlier: EarlierId;
  readonly later: LaterId;
}

export const nameOfPair = ({ earlier, later }: Pair): string => `${earlier}, ${later}`;

/** Returns both changes of a pair. */
export const changesOf = ({
  earlier,
  later,
}: Pair): { readonly earlier: EarlierChange; readonly later: ScheduledChange } => ({
  earlier: EARLIER[earlier],
  later: LATER[later],
});

export const PAIRS: readonly Pair[] = (Object.keys(EARLIER) as EarlierId[]).flatMap((earlier) =>
  (Object.keys(LATER) as LaterId[])
    .map((later) => ({ earlier, later }))
    .filter((pair) => canBeScheduled(pair)),
);

/** Whether the dependencies that a pair removes can exist at once: a flag has one parent, and a parent has none. */
function canBeScheduled(pair: Pair): boolean {
  const changes = changesOf(pair);
  const [child, parent] = changes.earlier.removes ?? [];
  const [laterChild, laterParent] = changes.later.removes ?? [];
  if (child === undefined || laterChild === undefined) return true;
  return child === laterChild
    ? parent === laterParent
    : child !== laterParent && parent !== laterChild;
}
