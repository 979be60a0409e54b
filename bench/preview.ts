import { watchService } from '../test/attacks/watch.ts';
import type { Rounds } from './compare.ts';
import { entriesOf, onOneSegment, overAMonth, type Scheduled } from './forecast-population.ts';
import { KEY, type ServerProcess, startForewarn } from './server-process.ts';
import { spreadOf } from './spread.ts';
import { type BenchStore, postgresWith, sqliteWith } from './stores.ts';

/** Previews of a population over HTTP, one request after the other. */
export interface PreviewTimes {
  readonly scheduled: string;
  readonly store: BenchStore['name'];
  readonly edits: number;
  /** The median of a preview. */
  readonly p50Ms: number;
  readonly maxMs: number;
  /** How many of the previews say what would happen. */
  readonly known: number;
  /** The longest response of `/health` meanwhile. */
  readonly standstillMs: number;
  /** The highest resident memory of the service. */
  readonly peakMiB: number;
}

/** The populations, in the order of the table. */
const POPULATIONS: readonly (Scheduled & {
  /** The number of the first one that is edited, and from one to the next. */
  readonly edited: number;
  readonly every: number;
})[] = [
  { ...overAMonth(100_000), edited: 98, every: 100 },
  { ...onOneSegment(), edited: 0, every: 201 },
].map((each) => ({ ...each, name: each.name.replace('forecast', 'preview') }));

/** The names of the populations. */
export const PREVIEWED: readonly string[] = POPULATIONS.map(({ name }) => name);

const EDITS = [1, 50];
const WARM_UP = 5;
const ROUNDS = 25;
const MIB = 2 ** 20;

/** Measures each wanted population in a store of each kind. */
export async function* measurePreviews({
  isWanted,
}: Pick<Rounds, 'isWanted'>): AsyncGenerator<PreviewTimes> {
  for (const scheduled of POPULATIONS) {
    if (!isWanted(scheduled.name)) continue;
    for (const open of [sqliteWith, postgresWith]) {
      const opened = await open(async ({ store }) => {
        (await store.transfer.import(entriesOf(scheduled)))._unsafeUnwrap();
      });
      const server = await startForewarn(opened);
      try {
        for (const edits of EDITS) yield await measure(scheduled, edits, server, opened);
      } finally {
        await server.stop();
        await opened.remove();
      }
    }
  }
}

async function measure(
  scheduled: (typeof POPULATIONS)[number],
  edits: number,
  server: ServerProcess,
  opened: BenchStore,
): Promise<PreviewTimes> {
  const watched = await watchService({
    url: server.url,
    pid: server.pid,
    key: KEY,
    search: { path: '/api/admin/projects/project-0/change-requests/scheduled?feature=x', ids: [] },
    ready: false,
  });
  const took: number[] = [];
  let known = 0;
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const begun = performance.now();
    const isKnown = await previewAt(server.url, scheduled, { round, edits });
    if (round < WARM_UP) continue;
    took.push(performance.now() - begun);
    known += Number(isKnown);
  }
  const { standstillMs, peakBytes } = await watched.end();
  return {
    scheduled: scheduled.name,
    store: opened.name,
    edits,
    p50Ms: spreadOf(took).median,
    maxMs: Math.max(...took),
    known,
    standstillMs,
    peakMiB: peakBytes / MIB,
  };
}

const HOUR_MS = 3_600_000;

/** Moves change requests of one project to a little later. Returns whether the response says what that does. */
async function previewAt(
  url: string,
  { changeRequest, count, edited, every }: (typeof POPULATIONS)[number],
  { round, edits }: { readonly round: number; readonly edits: number },
): Promise<boolean> {
  const first = changeRequest((round * every + edited) % count);
  const own: object[] = [];
  for (
    let number = (round * every + edited) % count;
    own.length < edits;
    number = (number + 1) % count
  ) {
    const { project, id, schedule } = changeRequest(number);
    if (project !== first.project || schedule === undefined) continue;
    const scheduledAt = new Date(Date.parse(schedule.scheduledAt) + HOUR_MS).toISOString();
    own.push({ move: id, scheduledAt });
  }
  const path = `/api/admin/projects/${first.project}/change-requests/scheduled/preview`;
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { Authorization: KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ edits: own }),
  });
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  const { reasons } = (await response.json()) as { readonly reasons: readonly string[] };
  return !reasons.includes('too-many-causes');
}
