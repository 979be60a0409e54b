import assert from 'node:assert/strict';
import {
  check,
  contractOf,
  overwriteDeeply,
  PROJECT,
  valueOf,
} from '@forewarn/store-contract/writing';
import type { Alert } from '../alert.ts';
import { MAX_WEBHOOKS, SUMMARIZED_EVENTS } from '../webhook.ts';
import type { AlertingPorts } from './alerting-ports.ts';
import { addAll, alert, claim, commit, predicted, TOO_OLD, webhook } from './samples.ts';

const DATA: Alert = { kind: 'data', projectId: PROJECT, id: 0, fingerprint: 'too-old' };

/** The promises of webhooks. */
export const webhookContract = contractOf<AlertingPorts>('WebhookRepository', {
  'lists webhooks in byte order of id, without their secrets': async ({ store }) => {
    const filter = { events: ['data-too-old'], projects: ['é"', 'a'], environments: [] } as const;
    const [b, a, upper] = [webhook('b', filter), webhook('a'), webhook('B')];
    await addAll(store, b, a, upper);
    const summaries = [upper, a, b].map(({ secret: _secret, ...summary }) => summary);
    const listed = await valueOf(store.webhooks.list());
    assert.deepEqual(listed, summaries);
    overwriteDeeply(listed);
    assert.deepEqual(await valueOf(store.webhooks.list()), summaries);
    for (let look = 0; look < 2; look += 1) {
      const found = await valueOf(store.webhooks.find('b'));
      assert.deepEqual(found, b);
      overwriteDeeply(found);
    }
  },
  'removes a webhook with its deliveries': async ({ store }) => {
    await addAll(store, webhook('a'), webhook('b'));
    await commit(store, [TOO_OLD]);
    await valueOf(store.webhooks.remove('a'));
    assert.deepEqual(
      (await claim(store)).map(({ webhookId }) => webhookId),
      ['b'],
    );
  },
  'returns WebhookNotFound for an unknown webhook': async ({ store }) => {
    const error = { type: 'WebhookNotFound', id: 'none' };
    await addAll(store, webhook('NONE'));
    await check.fails(store.webhooks.find('none'), error);
    await check.fails(store.webhooks.remove('none'), error);
    await check.fails(store.deliveries.list('none'), error);
  },
  'sends a new webhook one summary of the predictions that hold and that it receives': async ({
    store,
  }) => {
    const soonest = [9, 8, 7, 6, 5, 4, 3];
    const raised = soonest.map((id, nth) => alert(id, 'one', { hours: nth }));
    await commit(store, [], [...raised, alert(1, 'one', { environment: 'development' }), DATA]);
    await addAll(
      store,
      webhook('all'),
      webhook('some', { environments: ['development'], projects: [PROJECT] }),
      webhook('none', { projects: ['other'] }),
      webhook('other', { events: ['data-too-old'] }),
    );
    await commit(store, [predicted(10)]);
    const claimed = await claim(store);
    const firstsOf = (webhookId: string) =>
      claimed
        .filter((each) => each.webhookId === webhookId)
        .map(({ message, subject }) => {
          assert.ok(message.kind === 'summary');
          const { reason, counts, first } = message;
          return { subject, reason, counts, first: first.map(({ data }) => data) };
        });
    const about = { subject: '', reason: 'new-webhook' };
    const predictions = raised.slice(0, SUMMARIZED_EVENTS).map((each) => each.prediction);
    assert.deepEqual(firstsOf('all'), [
      { ...about, counts: { 'forecast-predicted': 8 }, first: predictions },
    ]);
    const [development] = firstsOf('some');
    assert.deepEqual(development?.counts, { 'forecast-predicted': 1 });
    assert.deepEqual([...firstsOf('none'), ...firstsOf('other')], []);
  },
  'sends a webhook that is added during a commit what this predicts, once': async ({ store }) => {
    for (const id of [1, 2, 3]) {
      await Promise.all([
        addAll(store, webhook(`w${id}`, { environments: [`e${id}`] })),
        commit(store, [predicted(id, `e${id}`)], [alert(id, 'one', { environment: `e${id}` })]),
      ]);
      assert.equal((await valueOf(store.deliveries.list(`w${id}`))).length, 1);
    }
  },
  'adds no more webhooks than there can be, also at the same time': async ({ store }) => {
    const adding = Array.from({ length: MAX_WEBHOOKS + 5 }, (_, nth) =>
      store.webhooks.add(webhook(`w-${nth}`)),
    );
    const added = await Promise.all(adding);
    const refused = added.flatMap((each) => (each.isErr() ? [each.error.type] : []));
    assert.deepEqual(
      refused,
      Array.from({ length: 5 }, () => 'PreconditionFailed'),
    );
    assert.equal((await valueOf(store.webhooks.list())).length, MAX_WEBHOOKS);
    const [first] = await valueOf(store.webhooks.list());
    await valueOf(store.webhooks.remove(first?.id ?? ''));
    await valueOf(store.webhooks.add(webhook('again')));
  },
});
