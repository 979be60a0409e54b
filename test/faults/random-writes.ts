import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import type { ImportEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { type Random, randomOf } from './random.ts';

const WRITERS = 4;
/** Writes of each, one after the other. */
const EACH = 30;
/** The project that is deleted and listed as a whole, which mends what went wrong in it before. */
const WHOLE = 'depot';
/** The projects in which change requests are recorded, and from one of which to another they move. */
const PROJECTS = ['shop', 'store', WHOLE];
/** Ids among which a writer chooses. They move on, so that writers compete for ids that are new. */
const IDS = 120;
const IDS_PER_WRITE = 60;
const MAX_WRITTEN = 60;
/** So many that two bodies seldom share one: a row that both have would make the later writer begin again. */
const FEATURES = 1_000_000;
/** How seldom a change leaves doubts, for the same reason. */
const SELDOM = 40;
const DAY_MS = 86_400_000;
const BY = 'ann';

type Outcome = Result<unknown, { readonly type: string }>;
type Write = (store: Store, random: Random, idOf: () => number) => Promise<Outcome>;

/** A change request with other features, another time, and sometimes a change that leaves doubts. */
function randomly(random: Random, id: number, project: string): ScheduledChangeRequest {
  const name = `feature-${random.between(1, FEATURES)}`;
  const action = random.between(1, SELDOM) === 1 ? 'ofAnotherVersion' : 'archiveFeature';
  const scheduledAt = new Date(Date.now() + random.between(1, 99) * DAY_MS).toISOString();
  return {
    id,
    project,
    environment: 'production',
    state: 'Scheduled',
    features: [{ name, changes: [{ action }] }],
    segments: [],
    schedule: { scheduledAt, status: random.pick(['pending', 'failed'] as const) ?? 'pending' },
  };
}

const projectOf = (random: Random): string => random.pick(PROJECTS) ?? '';

const importAll = async (store: Store, entries: readonly ImportEntry[]): Promise<Outcome> =>
  store.transfer.import(
    (async function* () {
      for (const entry of entries) yield ok(entry);
    })(),
  );

const someOf = (random: Random, idOf: () => number): readonly ImportEntry[] =>
  Array.from({ length: random.between(1, MAX_WRITTEN) }, () => {
    const [projectId, id] = [projectOf(random), idOf()];
    return random.between(0, 3) === 0
      ? { kind: 'ended', projectId, id }
      : { kind: 'scheduled', changeRequest: randomly(random, id, projectId) };
  });

const put: Write = async ({ writer }, random, idOf) =>
  writer.put(randomly(random, idOf(), projectOf(random)), BY);

const importSome: Write = async (store, random, idOf) => importAll(store, someOf(random, idOf));

const putSome: Write = async ({ writer }, random, idOf) => {
  const project = projectOf(random);
  const ids = Array.from({ length: random.between(1, MAX_WRITTEN) }, () => idOf());
  return writer.putAll(
    ids.map((id) => randomly(random, id, project)),
    BY,
  );
};

/** Often the frequent ones, seldom the others. */
const WRITES: readonly Write[] = [
  ...Array.from({ length: 3 }, () => put),
  ...Array.from({ length: 6 }, () => putSome),
  ...Array.from({ length: 6 }, () => importSome),
  async ({ writer }, random, idOf) =>
    writer.remove({ projectId: projectOf(random), id: idOf() }, BY),
  async ({ writer }, random, idOf) =>
    writer.remove({ projectId: projectOf(random), id: idOf() }, BY),
  // A move from one project to the other.
  async (store, random, idOf) => {
    const id = idOf();
    const [from = '', to = ''] = random.between(0, 1) === 0 ? PROJECTS : PROJECTS.toReversed();
    return importAll(store, [
      { kind: 'ended', projectId: from, id },
      { kind: 'scheduled', changeRequest: randomly(random, id, to) },
    ]);
  },
  // A list of all that a project has.
  async (store, random, idOf) => {
    const listed = someOf(random, idOf).filter(
      (entry) => entry.kind === 'scheduled' && entry.changeRequest.project === WHOLE,
    );
    const asOf = new Date().toISOString();
    const complete = { kind: 'complete', projectId: WHOLE, asOf, source: 'import' } as const;
    return importAll(store, [...listed, complete]);
  },
  async ({ projects }) => {
    const deleted = await projects.delete(WHOLE, BY);
    await projects.register({ id: WHOLE, name: WHOLE }, BY);
    return deleted;
  },
];

/**
 * Writes at random to the same few change requests as others with the same first id. Returns how often it did, and how often
 * there was an error of each type.
 */
export async function writeAtRandom(
  store: Store,
  { seed, first }: { readonly seed: number; readonly first: number },
): Promise<{ readonly done: number; readonly refused: Readonly<Record<string, number>> }> {
  let done = 0;
  const refused: Record<string, number> = {};
  const writeEach = async (random: Random): Promise<void> => {
    for (let no = 0; no < EACH; no += 1) {
      const outcome = await (random.pick(WRITES) ?? put)(
        store,
        random,
        () => first + no * IDS_PER_WRITE + random.between(0, IDS),
      );
      const error = outcome.isErr() ? outcome.error.type : undefined;
      if (error === undefined) done += 1;
      else refused[error] = (refused[error] ?? 0) + 1;
    }
  };
  await Promise.all(
    Array.from({ length: WRITERS }, (_, no) => writeEach(randomOf(seed).of(String(no)))),
  );
  return { done, refused };
}
