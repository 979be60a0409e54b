import { scheduledPath } from '../faults/attempts.ts';
import { changeRequest } from '../faults/population.ts';
import { type Attack, onBoth } from './attack.ts';
import type { Attacker } from './attacker.ts';
import { ATTACKED, type Target } from './target.ts';

const STRANGERS = 600;
const WRITERS = 300;
const RIVALS = 64;
const BLOCKED_WRITERS = 12;
const FIRST_ID = 1_000;

/** Lets clients record change requests, each one of its own or all the same one. */
function writing(
  attacker: Attacker,
  { keys }: Target,
  clients: number,
  idOf: (client: number) => number,
): Promise<void> {
  let written = 0;
  return attacker.flood(clients, (client) => {
    written += 1;
    const body = changeRequest(ATTACKED, idOf(client), `feature-${written}`);
    const path = `${scheduledPath(ATTACKED)}/${body.id}`;
    return { method: 'PUT', path, key: keys.writer, body };
  });
}

/** More clients than there are connections to the store. */
export const CROWDS: readonly Attack[] = [
  ...onBoth(() => [
    {
      name: `${STRANGERS} strangers at /ready`,
      others: { write: true },
      run: (attacker) => attacker.flood(STRANGERS, () => ({ method: 'GET', path: '/ready' })),
    },
    {
      name: `${WRITERS} writers`,
      others: { ready: true },
      run: (attacker, target) => writing(attacker, target, WRITERS, (client) => FIRST_ID + client),
    },
    {
      name: `${RIVALS} writers of one change request`,
      others: { ready: true },
      run: (attacker, target) => writing(attacker, target, RIVALS, () => FIRST_ID),
    },
  ]),
  {
    name: `${BLOCKED_WRITERS} writers and a synchronous standby that hangs`,
    store: 'Postgres',
    run: async (attacker, target) => {
      const { world } = target;
      if (world.kind !== 'Postgres') throw new Error('only Postgres has standbys');
      // A standby that never connects: every commit waits for it.
      await world.administer("alter system set synchronous_standby_names = 'hanging'");
      await world.administer('select pg_reload_conf()');
      try {
        await writing(attacker, target, BLOCKED_WRITERS, (client) => FIRST_ID + client);
      } finally {
        await world.administer('alter system reset synchronous_standby_names');
        await world.administer('select pg_reload_conf()');
      }
    },
  },
];
