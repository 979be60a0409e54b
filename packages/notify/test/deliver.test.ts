import { once } from 'node:events';
import type { ClaimedDelivery, DeliveryOutcome } from '@forewarn/notify';
import { err, ok, okAsync } from 'neverthrow';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { outcomeOf, startDelivering } from '../src/service/deliver.ts';
import type { SendMessage } from '../src/service/webhook-sender.ts';

const FAILURE = { reason: 'the receiver responded with 500', isGone: false };

it('retries over a day, and then parks', () => {
  const outcomes = Array.from({ length: 9 }, (_, index) => outcomeOf(index + 1, FAILURE, () => 1));
  const delays = outcomes.map((each) => (each.kind === 'retry' ? each.delayMs : each.kind));
  expect(delays).toEqual([
    5_000,
    30_000,
    120_000,
    600_000,
    3_600_000,
    10_800_000,
    21_600_000,
    43_200_000,
    'parked',
  ]);
});

it('parks at once if the receiver is gone', () => {
  expect(outcomeOf(1, { ...FAILURE, isGone: true })).toEqual({
    kind: 'parked',
    error: FAILURE.reason,
  });
});

const delivery = (id: string, webhookId: string): ClaimedDelivery => ({
  id,
  webhookId,
  subject: '',
  message: { kind: 'summary', reason: 'burst', counts: {}, first: [] },
  state: 'pending',
  createdAt: '2026-11-20T10:00:00.000Z',
  attempts: 9,
  at: '2026-11-20T10:00:00.000Z',
  webhook: {
    id: webhookId,
    url: `https://hooks.example.com/secret/${webhookId}?token=secret`,
    secret: 'whsec_c2VjcmV0',
    template: 'generic',
    createdBy: 'ops',
    createdAt: '2026-11-20T10:00:00.000Z',
  },
});

/** Delivers with a sender. Returns what was settled, what claims left out, and the lines of the log. */
function delivering(all: readonly ClaimedDelivery[], send: SendMessage, leaseMs?: number) {
  const waiting = [...all];
  const settled: (readonly [string, DeliveryOutcome['kind']])[] = [];
  const busy: (readonly string[])[] = [];
  const lines: string[] = [];
  const deliverer = startDelivering({
    deliveries: {
      claim: ({ except = [] }) => {
        busy.push(except);
        return okAsync(waiting.splice(0, 2));
      },
      settle: ({ id }, { kind }) => {
        settled.push([id, kind]);
        return okAsync();
      },
    },
    send,
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    pollMs: 1,
    ...(leaseMs === undefined ? {} : { leaseMs }),
  });
  onTestFinished(() => deliverer.stop());
  return { settled, busy, lines, stop: () => deliverer.stop() };
}

it('holds up no other webhook while one hangs', async () => {
  const send: SendMessage = (webhook, _message, signal) =>
    webhook.id === 'hangs'
      ? new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve(err(FAILURE)));
        })
      : Promise.resolve(ok());
  const all = [delivery('1', 'hangs'), delivery('2', 'fine'), delivery('3', 'fine')];
  const { settled, busy } = delivering(all, send);
  await expect.poll(() => settled).toHaveLength(2);
  expect(settled.map(([id]) => id)).toEqual(['2', '3']);
  expect(busy.at(-1)).toEqual(['hangs']);
});

it('logs what it parks, without the secret, and with the origin of the URL only', async () => {
  const { settled, lines } = delivering([delivery('1', 'w-1')], async () => err(FAILURE));
  await expect.poll(() => lines).toHaveLength(1);
  expect(settled).toEqual([['1', 'parked']]);
  expect(lines[0]).toContain('"origin":"https://hooks.example.com"');
  expect(lines[0]).not.toMatch(/secret|whsec/);
});

it('parks a message that cannot be written, like one that no receiver accepts', async () => {
  const send: SendMessage = () => Promise.reject(new TypeError('bug'));
  const { settled, lines } = delivering([delivery('1', 'w-1')], send);
  await expect.poll(() => settled).toEqual([['1', 'parked']]);
  expect(lines[0]).toContain('bug in a delivery');
});

it('claims again when a claim hangs', async () => {
  let claims = 0;
  const deliverer = startDelivering({
    deliveries: {
      claim: async (_request, options) => {
        claims += 1;
        await once(options?.signal as AbortSignal, 'abort');
        return err({ type: 'StoreUnavailable', cause: 'no response' });
      },
      settle: () => okAsync(),
    },
    send: async () => ok(),
    log: pino({ level: 'silent' }),
    pollMs: 1,
    leaseMs: 1,
  });
  onTestFinished(() => deliverer.stop());

  await expect.poll(() => claims).toBeGreaterThan(1);
});

it('sends nothing after its lease, when another node may have sent what is newer', async () => {
  const sent: string[] = [];
  const all = ['1', '2'].map((id) => delivery(id, 'w-1'));
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const send: SendMessage = async (_webhook, { id }) => {
    sent.push(id);
    now += 200;
    return ok();
  };
  const { settled, stop } = delivering(all, send, 10_150);
  await expect.poll(() => settled).toEqual([['1', 'delivered']]);
  await stop();
  expect(sent).toEqual(['1']);
});
