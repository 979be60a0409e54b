import type { Rounds } from './compare.ts';
import { onOneSegment, overAMonth, type Scheduled } from './forecast-population.ts';
import { KEY } from './server-process.ts';
import { servedPopulations, type Watched, whileWatched } from './served-populations.ts';
import { spreadOf } from './spread.ts';
import type { BenchStore } from './stores.ts';

/** Previews of a population over HTTP, one request after the other. */
interface PreviewTimes extends Watched {
  readonly scheduled: string;
  readonly store: BenchStore['name'];
  readonly edits: number;
  /** The median of a preview. */
  readonly p50Ms: number;
  readonly maxMs: number;
  /** How many of the previews say what would happen. */
  readonly known: number;
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

export const PREVIEWED: readonly string[] = POPULATIONS.map(({ name }) => name);

const EDITS = [1, 50];
const WARM_UP = 5;
const ROUNDS = 25;

/** Measures each wanted population in a store of each kind. */
export async function* measurePreviews({
  isWanted,
}: Pick<Rounds, 'isWanted'>): AsyncGenerator<PreviewTimes> {
  for await (const { scheduled, store, server } of servedPopulations(POPULATIONS, isWanted)) {
    for (const edits of EDITS) {
      const times = await whileWatched(server, () => measure(scheduled, edits, server.url));
      yield { scheduled: scheduled.name, store, edits, ...times };
    }
  }
}

async function measure(
  scheduled: (typeof POPULATIONS)[number],
  edits: number,
  url: string,
): Promise<Pick<PreviewTimes, 'p50Ms' | 'maxMs' | 'known'>> {
  const took: number[] = [];
  let known = 0;
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const begun = performance.now();
    const isKnown = await previewAt(url, scheduled, { round, edits });
    if (round < WARM_UP) continue;
    took.push(performance.now() - begun);
    known += Number(isKnown);
  }
  return { p50Ms: spreadOf(took).median, maxMs: Math.max(...took), known };
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
