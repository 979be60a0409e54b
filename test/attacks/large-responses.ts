import type { ScheduledChangeRequest } from '@forewarn/core';
import { KEY } from '../faults/ask-node.ts';
import { scheduledPath } from '../faults/attempts.ts';
import { changeRequest } from '../faults/population.ts';
import type { Attack } from './attack.ts';
import { Attacker, type Sent } from './attacker.ts';
import { ATTACKED, type Target } from './target.ts';

const LARGE_BYTES = 1_000_000;
const SMALL_HEAP_MIB = 512;
const READERS = 4;
const FEATURE = 'large';
/** Ids above those that the project has. */
const FIRST_ID = 1_000;
const PAYLOAD_BYTES = 10_000;
const STRATEGIES = '/api/admin/strategies';

/** Nearly 1 MB of changes, each of an ordinary size. */
const large = (id: number, title: string): ScheduledChangeRequest => ({
  ...changeRequest(ATTACKED, id, FEATURE),
  title,
  features: [
    {
      name: FEATURE,
      changes: Array.from({ length: LARGE_BYTES / PAYLOAD_BYTES }, () => ({
        action: 'updateStrategy',
        payload: { id: 'strategy', value: 'x'.repeat(PAYLOAD_BYTES - 100) },
      })),
    },
  ],
});

/** Sends bodies one after the other. Those that are refused are no harm. */
async function sendAll(
  { url }: Target,
  count: number,
  sentBy: (nth: number) => Omit<Sent, 'key'>,
): Promise<void> {
  const attacker = new Attacker(url, 0);
  for (let nth = 0; nth < count; nth++) await attacker.send({ ...sentBy(nth), key: KEY });
  attacker.end();
}

/** Records change requests through the API. */
const record = (
  target: Target,
  count: number,
  make: (id: number) => ScheduledChangeRequest,
): Promise<void> =>
  sendAll(target, count, (nth) => {
    const id = FIRST_ID + nth;
    return { method: 'PUT', path: `${scheduledPath(ATTACKED)}/${id}`, body: make(id) };
  });

/** Adds strategy definitions with texts as long as they may be. */
function define(target: Target, count: number): Promise<void> {
  const parameters = Array.from({ length: 9 }, (_, nth) => ({
    name: `p${nth}`,
    type: 'string',
    description: 'x'.repeat(PAYLOAD_BYTES),
  }));
  return sendAll(target, count, (nth) => {
    return { method: 'POST', path: STRATEGIES, body: { name: `large-${nth}`, parameters } };
  });
}

const reading = (path: string, keyOf: (target: Target) => string = () => KEY): Attack['run'] => {
  return (attacker, target) =>
    attacker.flood(READERS, () => ({ method: 'GET', path, key: keyOf(target) }));
};

const eventPages: Attack = {
  name: 'a page of 1 MB events',
  prepare: async (target, size) => {
    const count = size.pick(5, 200);
    await record(target, count, (id) => large(id, 'first'));
    await record(target, count, (id) => large(id, 'second'));
  },
  run: reading('/api/admin/events?limit=1000'),
};

/** Small requests whose responses are large. */
export const LARGE_RESPONSES: readonly Attack[] = [
  eventPages,
  { ...eventPages, name: `${eventPages.name}, small heap`, heapMib: SMALL_HEAP_MIB },
  {
    name: 'titles of 1 MB',
    prepare: (target, size) =>
      record(target, size.pick(20, 560), (id) => ({
        ...changeRequest(ATTACKED, id, FEATURE),
        title: 't'.repeat(LARGE_BYTES),
      })),
    run: reading(`${scheduledPath(ATTACKED)}?feature=${FEATURE}`),
  },
  {
    name: 'strategy definitions of 90 KB',
    prepare: (target, size) => define(target, size.pick(20, 300)),
    run: reading(STRATEGIES, ({ keys }) => keys.weak),
  },
];
