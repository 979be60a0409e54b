import assert from 'node:assert/strict';
import type { Origin } from '@forewarn/core/operator';
import { type Contract, contractOf } from '../suite/contract.ts';
import { overwriteDeeply } from '../suite/copies.ts';
import { allEvents } from '../suite/events-during.ts';
import { callCases } from '../suite/call-cases.ts';
import { ORIGIN_CALLS } from '../suite/every-call.ts';
import type { OriginPorts } from '../suite/ports.ts';
import { stateOf } from '../suite/state-of.ts';
import { valueOf } from '../suite/value-of.ts';

const FIRST: Origin = { url: 'https://a.example.com', instanceId: '5f0e' };
const SECOND: Origin = { url: 'https://b.example.com/flags', instanceId: '5F0E' };
const WITHOUT_ID: Origin = { url: 'https://c.example.com' };

const claim = ({ origins }: OriginPorts, origin: Origin): Promise<Origin> =>
  valueOf(origins.claim(origin));

/** The upstream that a store follows. */
export const originContract: Contract<OriginPorts> = contractOf<OriginPorts>('OriginRepository', {
  'remembers the first upstream that claims the store, and no later one': async ({ store }) => {
    for (const each of [FIRST, SECOND, WITHOUT_ID, FIRST]) {
      assert.deepEqual(await claim(store, each), FIRST);
    }
  },
  'remembers an upstream without an id as one without': async ({ store }) => {
    for (const each of [WITHOUT_ID, { ...WITHOUT_ID, instanceId: '1' }]) {
      assert.deepEqual(await claim(store, each), WITHOUT_ID);
    }
  },
  'returns one upstream to all concurrent claims': async ({ store }) => {
    const urls = Array.from({ length: 20 }, (_, index) => `https://${index}.example.com`);
    const claimed = await Promise.all(urls.map((url) => claim(store, { url })));
    assert.equal(new Set(claimed.map(({ url }) => url)).size, 1);
    assert.deepEqual(await claim(store, SECOND), claimed[0]);
  },
  'replaces the upstream, whether there is one or not': async ({ store }) => {
    for (const each of [SECOND, FIRST, WITHOUT_ID]) {
      await valueOf(store.origins.replace(each));
      assert.deepEqual(await claim(store, { url: 'https://d.example.com' }), each);
    }
  },
  'returns an origin that is the caller’s own': async ({ store }) => {
    overwriteDeeply(await claim(store, { ...FIRST }));
    assert.deepEqual(await claim(store, FIRST), FIRST);
  },
  'is not exported, records no event, and belongs to one store': async ({ store, open }) => {
    const before = await stateOf(store);
    await claim(store, FIRST);
    await valueOf(store.origins.replace(SECOND));
    assert.deepEqual(await stateOf(store), before);
    assert.deepEqual(await allEvents(store), []);
    assert.deepEqual(await claim(await open(), WITHOUT_ID), WITHOUT_ID);
  },
  ...callCases<OriginPorts>(ORIGIN_CALLS, (store) => claim(store, FIRST)),
});
