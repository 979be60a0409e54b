import { overAMonth } from './forecast-population.ts';
import { KEY } from './server-process.ts';
import { servedPopulations, type Watched, whileWatched } from './served-populations.ts';
import { spreadOf } from './spread.ts';
import type { BenchStore } from './stores.ts';

/** Previews of a population over HTTP, one request after the other. */
interface PreviewTimes extends Watched {
  readonly store: BenchStore['name'];
  readonly edits: number;
  /** The median of a preview. */
  readonly p50Ms: number;
  readonly maxMs: number;
}

const POPULATION = overAMonth(100_000);
/** The number of the first one that is edited, and from one to the next: each is in a conflict. */
const [EDITED, EVERY] = [98, 100];
const EDITS = [1, 50];
const WARM_UP = 5;
const ROUNDS = 25;

/** Measures previews in a store of each kind. */
export async function* measurePreviews(): AsyncGenerator<PreviewTimes> {
  for await (const { store, server } of servedPopulations([POPULATION])) {
    for (const edits of EDITS) {
      const times = await whileWatched(server, () => measure(edits, server.url));
      yield { store, edits, ...times };
    }
  }
}

async function measure(edits: number, url: string): Promise<Pick<PreviewTimes, 'p50Ms' | 'maxMs'>> {
  const took: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const begun = performance.now();
    await previewAt(url, round, edits);
    if (round >= WARM_UP) took.push(performance.now() - begun);
  }
  return { p50Ms: spreadOf(took).median, maxMs: Math.max(...took) };
}

const HOUR_MS = 3_600_000;

/** Moves change requests of one project to a little later. */
async function previewAt(url: string, round: number, edits: number): Promise<void> {
  const { changeRequest, count } = POPULATION;
  const begin = (round * EVERY + EDITED) % count;
  const first = changeRequest(begin);
  const own: object[] = [];
  for (let number = begin; own.length < edits; number = (number + 1) % count) {
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
  await response.text();
}
