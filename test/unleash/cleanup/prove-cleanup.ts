import { type FingerprintedRemoval, makeGetCleanup } from '@forewarn/cleanup';
import { memoryCleanup } from '@forewarn/cleanup/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { FeatureSearch, unleashApi } from '@forewarn/unleash';
import { memoryUnleash } from '@forewarn/unleash/memory';
import pLimit from 'p-limit';
import { allowing } from '../../../packages/core/test/authorizers.ts';
import { fakeProjects, startFakeUnleash } from '../../../packages/unleash/test/fake-unleash.ts';
import { makeFollower } from '../../../packages/unleash/test/follow.ts';
import { startUnleashProxy } from '../unleash-proxy.ts';
import { type Allowed, carryOut } from './carry-out.ts';
import {
  changeRequestsOf,
  populate,
  PROJECT,
  type Populated,
  type PopulatedUnleash,
} from './populated.ts';
import type { Population } from './population.ts';

/** What came of cleaning up a population. */
export interface Proof {
  readonly population: Population;
  readonly removed: readonly string[];
  /** What did not go as planned: nothing, if the plan was right. */
  readonly differences: readonly string[];
}

const PARALLEL = 4;
const HOUR_MS = 3_600_000;

/**
 * Makes each population twice in an Unleash, plans a clean-up of one of them, and carries everything out: with the clean-up in
 * the one, without it in the other.
 */
export async function proveCleanups(
  unleash: PopulatedUnleash,
  populations: readonly Population[],
): Promise<readonly Proof[]> {
  const limit = pLimit(PARALLEL);
  const pairs = await Promise.all(
    populations.map((population, index) =>
      limit(async () => ({
        cleaned: await populate(unleash, population, `p${index}-cleaned-`),
        control: await populate(unleash, population, `p${index}-control-`),
      })),
    ),
  );
  const now = Date.now();
  const removals = await planFor(
    unleash,
    pairs.map(({ cleaned }) => cleaned),
    now,
  );
  return Promise.all(
    pairs.map(({ cleaned, control }) =>
      limit(async () => {
        const allowed = allowedIn(cleaned, removals, now);
        const removed = allowed.map(({ target: { name } }) => name.replace(cleaned.prefix, ''));
        const planned = await carryOut(unleash, cleaned, allowed, removed);
        const plain = await carryOut(unleash, control, [], removed);
        const changed = planned.ends.flatMap((end, index) =>
          end === plain.ends[index]
            ? []
            : [
                `request ${index} ended in “${end}”, without the clean-up in “${plain.ends[index]}”`,
              ],
        );
        return {
          population: cleaned.population,
          removed,
          differences: [...planned.refused.map((each) => `refused: ${each}`), ...changed],
        };
      }),
    ),
  );
}

/** Follows the Unleash, as if it had change requests, and plans the clean-up of everything. */
async function planFor(
  { admin: { url, key } }: PopulatedUnleash,
  all: readonly Populated[],
  now: number,
): Promise<readonly FingerprintedRemoval[]> {
  const timeOf = (hour: number): string => new Date(now + hour * HOUR_MS).toISOString();
  const changeRequests = all.flatMap((each, index) => [
    ...changeRequestsOf(each, timeOf, 1 + index * 100),
  ]);
  const fake = await startFakeUnleash({ projects: fakeProjects(PROJECT), changeRequests });
  const proxy = await startUnleashProxy(url, { paths: ENTERPRISE, ...fake });
  const store = createMemoryStore({}, [
    memoryForecast,
    memoryOperate,
    memoryUnleash,
    memoryCleanup,
  ]);
  const { sync, lines } = makeFollower({ url: proxy.url, key }, store);
  try {
    const api = unleashApi({ url: proxy.url, key });
    const featureSearch = new FeatureSearch({ api, onWait: () => {} });
    (await sync({ areNamesDue: () => true, featureSearch }))._unsafeUnwrap();
    if (lines.length > 0) throw new Error(lines.join('\n'));
    const getCleanup = makeGetCleanup({ ...store, authorizer: allowing([]) });
    const removals: FingerprintedRemoval[] = [];
    let after: Parameters<typeof getCleanup>[0]['after'];
    do {
      const command = { credentials: '', quietMs: QUIET_MS, limit: 100, after };
      const page = (await getCleanup(command))._unsafeUnwrap();
      removals.push(...page.candidates);
      after = page.next;
    } while (after !== undefined);
    return removals;
  } finally {
    await proxy.close();
    await fake.close();
  }
}

const ENTERPRISE = /^\/api\/admin\/(?:search\/change-requests|projects\/[^/]+\/change-requests)/;
const QUIET_MS = 7 * 24 * HOUR_MS;

const allowedIn = (
  { flags, definitions }: Populated,
  removals: readonly FingerprintedRemoval[],
  now: number,
): readonly Allowed[] =>
  removals
    .filter(({ target: { name } }) => flags.includes(name) || definitions.includes(name))
    .flatMap(({ target, wave, after }) =>
      wave === undefined
        ? []
        : [{ target, wave, hour: after === undefined ? 0 : (Date.parse(after) - now) / HOUR_MS }],
    );
