import { scheduledPath } from '../faults/attempts.ts';
import { changeRequest } from '../faults/population.ts';
import type { Attack, Attacked, Size } from './attack.ts';
import { Attacker } from './attacker.ts';
import { ATTACKED, type Target } from './target.ts';

const STRANGERS = 600;
const WRITERS = 300;
const RIVALS = 64;
const BLOCKED_WRITERS = 12;
const FIRST_ID = 1_000;

/** Lets clients record change requests, each one of its own or all the same one. */
async function writing(
  target: Target,
  { lastsMs }: Size,
  clients: number,
  idOf: (client: number) => number,
): Promise<Attacked> {
  const attacker = new Attacker(target);
  let written = 0;
  await attacker.repeat(clients, lastsMs, async (client) => {
    const id = idOf(client);
    written += 1;
    const body = JSON.stringify(changeRequest(ATTACKED, id, `feature-${written}`));
    const path = `${scheduledPath(ATTACKED)}/${id}`;
    await attacker.send({ method: 'PUT', path, key: target.keys.writer, body });
  });
  return attacker.end();
}

const on = (store: Attack['store']): readonly Attack[] => [
  {
    name: `${STRANGERS} strangers at /ready, ${store}`,
    store,
    others: { write: true },
    run: async (target, { lastsMs }) => {
      const attacker = new Attacker(target);
      await attacker.repeat(STRANGERS, lastsMs, () =>
        attacker.send({ method: 'GET', path: '/ready' }),
      );
      return attacker.end();
    },
  },
  {
    name: `${WRITERS} writers, ${store}`,
    store,
    others: { ready: true },
    run: (target, size) => writing(target, size, WRITERS, (client) => FIRST_ID + client),
  },
  {
    name: `${RIVALS} writers of one change request, ${store}`,
    store,
    others: { ready: true },
    run: (target, size) => writing(target, size, RIVALS, () => FIRST_ID),
  },
];

/** More clients than there are connections to the store. */
export const CROWDS: readonly Attack[] = [
  ...on('SQLite'),
  ...on('Postgres'),
  {
    name: `${BLOCKED_WRITERS} writers and a synchronous standby that hangs`,
    store: 'Postgres',
    run: async (target, size) => {
      const { world } = target;
      if (world.kind !== 'Postgres') throw new Error('only Postgres has standbys');
      // A standby that never connects: every commit waits for it.
      await world.administer("alter system set synchronous_standby_names = 'hanging'");
      await world.administer('select pg_reload_conf()');
      try {
        return await writing(target, size, BLOCKED_WRITERS, (client) => FIRST_ID + client);
      } finally {
        await world.administer('alter system reset synchronous_standby_names');
        await world.administer('select pg_reload_conf()');
      }
    },
  },
];
