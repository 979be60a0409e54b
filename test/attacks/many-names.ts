import { type Attack, onBoth } from './attack.ts';
import type { Attacker, Sent } from './attacker.ts';
import { ELSEWHERE } from './target.ts';

const CLIENTS = 8;
/** As many as one node serves. */
const NAMES = 100_000;
/** As many as an impact looks for similar names of, and more. */
const MISSPELT = 20;
const PROJECTS = 5_000;
/** How often each question is asked alone, and before, so that its code is compiled. */
const TIMES = 20;
/** How many times as long as with few projects a question may take that sees one. */
const MAX_RATIO = 2;

const WORDS = ['checkout', 'payment', 'banner', 'search', 'loyalty', 'basket', 'profile'];
const nameAt = (nth: number): string =>
  `${WORDS[nth % WORDS.length]}-${WORDS[(nth >> 3) % WORDS.length]}-${nth}`;

/** Sends a question of each client again and again. Each must get 200. */
async function askOften(attacker: Attacker, sentBy: (client: number) => Sent): Promise<void> {
  const failed = new Set<number>();
  await attacker.repeat(CLIENTS, async (client) => {
    const status = await attacker.send(sentBy(client));
    if (status !== 200) failed.add(status);
  });
  for (const status of failed) attacker.problem(`a question got ${status}`);
}

const OF_ONE_PROJECT: readonly Sent[] = [
  { method: 'GET', path: '/api/admin/user' },
  { method: 'GET', path: '/api/admin/projects' },
  { method: 'GET', path: '/api/admin/change-requests' },
  { method: 'GET', path: '/api/admin/change-requests/forecast' },
  { method: 'GET', path: `/api/admin/projects/${ELSEWHERE}/change-requests/1/forecast` },
  { method: 'POST', path: '/api/admin/impact', body: { targets: [{ feature: 'feature-1' }] } },
];

async function medianMs(attacker: Attacker, sent: Sent): Promise<number> {
  for (let time = 0; time < TIMES; time += 1) await attacker.send(sent);
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const begun = performance.now();
    await attacker.send(sent);
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[TIMES / 2] ?? 0;
}

/** What could cost as much as there is, not as much as is asked for. */
export const MANY_NAMES: readonly Attack[] = onBoth(() => [
  {
    name: `${CLIENTS} clients that misspell names, ${NAMES} known ones`,
    prepare: (target, size) =>
      target.know(
        ELSEWHERE,
        Array.from({ length: size.pick(2_000, NAMES) }, (_, nth) => nameAt(nth)),
      ),
    run: (attacker, { keys }) =>
      askOften(attacker, (client) => ({
        method: 'POST',
        path: `/api/admin/projects/${ELSEWHERE}/impact`,
        key: keys.weak,
        body: {
          targets: Array.from({ length: MISSPELT }, (_, nth) => ({
            feature: `${nameAt(nth * 7 + client)}x`,
          })),
        },
      })),
  },
  {
    name: `${CLIENTS} clients with a key for one of ${PROJECTS} projects`,
    run: async (attacker, { keys: { weak: key }, register }, size) => {
      const few: number[] = [];
      for (const sent of OF_ONE_PROJECT) few.push(await medianMs(attacker, { ...sent, key }));
      await register(
        Array.from({ length: size.pick(500, PROJECTS) }, (_, nth) => `project-${nth}`),
      );
      for (const [nth, sent] of OF_ONE_PROJECT.entries()) {
        const [before = 0, ms] = [few[nth], await medianMs(attacker, { ...sent, key })];
        // The short form judges no response times.
        if (ms > size.pick(Infinity, MAX_RATIO * before)) {
          attacker.problem(`${sent.path} takes ${Math.round(ms)} ms, before ${Math.round(before)}`);
        }
      }
      await askOften(attacker, (client) => ({
        ...(OF_ONE_PROJECT[client % OF_ONE_PROJECT.length] as Sent),
        key,
      }));
    },
  },
]);
