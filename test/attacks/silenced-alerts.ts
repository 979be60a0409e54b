import { setTimeout as delay } from 'node:timers/promises';
import { askNode, KEY, type Question } from '../faults/ask-node.ts';
import { scheduledPath } from '../faults/attempts.ts';
import { changeRequest } from '../faults/population.ts';
import { type Attack, onBoth, type Size } from './attack.ts';
import type { Attacker } from './attacker.ts';
import { ATTACKED, OTHERS, type Target } from './target.ts';

/** A little less than a body may have. */
const LARGE_LENGTH = 1_040_000;
const FIRST_ID = 5_000;
const DAY_MS = 86_400_000;
const TOLD_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 100;

interface Schedule {
  readonly project: string;
  readonly id: number;
  readonly action: string;
  readonly strategy: string;
  readonly reason?: string;
  readonly note?: string;
}

/** A change request; it is suspended if it has a reason. */
const scheduling = ({ project, id, action, strategy, reason, note }: Schedule) => ({
  ...changeRequest(project, id, 'told'),
  schedule: {
    scheduledAt: new Date(Date.now() + id * DAY_MS).toISOString(),
    ...(reason === undefined ? { status: 'pending' } : { status: 'suspended', reason }),
  },
  features: [{ name: 'told', changes: [{ action, payload: { id: strategy, note } }] }],
});

const putting = (schedule: Schedule) => ({
  method: 'PUT' as const,
  path: `${scheduledPath(schedule.project)}/${schedule.id}`,
  body: scheduling(schedule),
});

const ask = async ({ url }: Target, question: Question): Promise<unknown> => {
  const reply = await askNode(url, question);
  if (reply.type === 'cut' || reply.status >= 300) throw new Error(JSON.stringify(reply));
  return reply.json;
};

/** Waits until the others are told of theirs. */
async function expectTold(attacker: Attacker, target: Target): Promise<void> {
  const path = `/api/admin/events?type=forecast-predicted&project=${OTHERS}`;
  const giveUpAt = performance.now() + TOLD_WITHIN_MS;
  for (;;) {
    const { events } = (await ask(target, { method: 'GET', path })) as { readonly events: [] };
    if (events.length > 0) return;
    if (performance.now() > giveUpAt) return attacker.problem('the others are not told of theirs');
    await delay(LOOK_AGAIN_MS);
  }
}

/** Records large change requests with a key of one project, then two of another that affect each other. */
const silencing = (name: string, large: (id: number) => Omit<Schedule, 'project' | 'id'>) => ({
  name,
  prepare: (target: Target) => target.register([ATTACKED, OTHERS]),
  run: async (attacker: Attacker, target: Target, size: Size): Promise<void> => {
    const count = size.pick(10, 700);
    for (let id = FIRST_ID; id < FIRST_ID + count; id += 1) {
      const sent = putting({ project: ATTACKED, id, ...large(id) });
      await attacker.send({ ...sent, key: target.keys.writer });
    }
    for (const [nth, action] of ['deleteStrategy', 'updateStrategy'].entries()) {
      const id = FIRST_ID + nth;
      await attacker.send({
        ...putting({ project: OTHERS, id, action, strategy: 'of the others' }),
        key: KEY,
      });
    }
    await expectTold(attacker, target);
  },
});

/** Change requests that shall keep the alerts of other projects from being told. */
export const SILENCED_ALERTS: readonly Attack[] = onBoth(() => [
  silencing('1 MB of reasons of each suspended change request', (id) => ({
    action: 'updateStrategy',
    strategy: `${id}`,
    reason: 'x'.repeat(LARGE_LENGTH),
  })),
  silencing('1 MB of each change request that changes one strategy', () => ({
    action: 'updateStrategy',
    strategy: 'shared',
    note: 'x'.repeat(LARGE_LENGTH),
  })),
]);
