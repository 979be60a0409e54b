import type { ScheduledChangeRequest } from '@forewarn/core';
import { KEY } from '../faults/ask-node.ts';
import { scheduledPath } from '../faults/attempts.ts';
import { changeRequest } from '../faults/population.ts';
import type { Attack, Size } from './attack.ts';
import { Attacker } from './attacker.ts';
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

/** Records change requests through the API. Those that are refused are no harm. */
async function record(
  target: Target,
  count: number,
  make: (id: number) => ScheduledChangeRequest,
): Promise<void> {
  const attacker = new Attacker(target);
  for (let id = FIRST_ID; id < FIRST_ID + count; id++) {
    const path = `${scheduledPath(ATTACKED)}/${id}`;
    await attacker.send({ method: 'PUT', path, key: KEY, body: JSON.stringify(make(id)) });
  }
  attacker.end();
}

/** Adds strategy definitions with as long texts as a body has room for. Those that are refused are no harm. */
async function define(target: Target, count: number): Promise<void> {
  const attacker = new Attacker(target);
  const parameters = Array.from({ length: 95 }, (_, nth) => ({
    name: `p${nth}`,
    type: 'string',
    description: 'x'.repeat(PAYLOAD_BYTES),
  }));
  for (let nth = 0; nth < count; nth++) {
    const body = JSON.stringify({ name: `large-${nth}`, parameters });
    await attacker.send({ method: 'POST', path: STRATEGIES, key: KEY, body });
  }
  attacker.end();
}

async function read(target: Target, { lastsMs }: Size, path: string, key = KEY) {
  const attacker = new Attacker(target);
  await attacker.repeat(READERS, lastsMs, () => attacker.send({ method: 'GET', path, key }));
  return attacker.end();
}

const eventPages = (name: string, heap: Pick<Attack, 'heapMib'> = {}): Attack => ({
  name,
  store: 'SQLite',
  ...heap,
  prepare: async (target, size) => {
    const count = size.pick(5, 200);
    await record(target, count, (id) => large(id, 'first'));
    await record(target, count, (id) => large(id, 'second'));
  },
  run: (target, size) => read(target, size, '/api/admin/events?limit=1000'),
});

/** Small requests whose responses are large. */
export const LARGE_RESPONSES: readonly Attack[] = [
  eventPages('a page of 1 MB events'),
  eventPages('a page of 1 MB events, small heap', { heapMib: SMALL_HEAP_MIB }),
  {
    name: 'titles of 1 MB',
    store: 'SQLite',
    prepare: (target, size) =>
      record(target, size.pick(20, 560), (id) => ({
        ...changeRequest(ATTACKED, id, FEATURE),
        title: 't'.repeat(LARGE_BYTES),
      })),
    run: (target, size) => read(target, size, `${scheduledPath(ATTACKED)}?feature=${FEATURE}`),
  },
  {
    name: 'strategy definitions of 1 MB',
    store: 'SQLite',
    prepare: (target, size) => define(target, size.pick(20, 300)),
    run: (target, size) => read(target, size, STRATEGIES, target.keys.weak),
  },
];
