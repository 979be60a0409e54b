import { toResultAsync } from '@forewarn/core';
import { memoryForecast } from '@forewarn/forecast/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTwoSteps, rejects } from '../../store-contract/test/wrong-store.ts';
import { whatIfContracts } from '../src/contract/index.ts';
import { isQuick } from './is-quick.ts';
import { memoryWhatIf } from '../src/memory/index.ts';
import type { WhatIfFindings, WhatIfQuery, WhatIfReader } from '../src/what-if-reader.ts';

type Spoil = (right: WhatIfReader['around']) => WhatIfReader['around'];

/** Changes what the call returns if it succeeds. */
const returning =
  (change: (found: WhatIfFindings, query: WhatIfQuery) => WhatIfFindings): Spoil =>
  (right) =>
  (query, options) =>
    toResultAsync(right(query, options)).map((found) => change(found, query));

const missingSome = returning((found) => ({ ...found, affected: new Set() }));

/** By each contract, previews that it must reject. */
const WRONG: Readonly<Record<string, readonly [flaw: string, Spoil]>> = {
  WhatIfReader: ['forget what edits affect', missingSome],
  'WhatIfReader, against the rule': ['forget what edits affect', missingSome],
  'WhatIfReader, atomicity': [
    'read some before the others',
    (right) => (query) =>
      inTwoSteps(right(query), ({ scheduled: [first] }) =>
        toResultAsync(right(query)).map(({ scheduled: [, ...others], ...after }) => ({
          ...after,
          scheduled: [...(first === undefined ? [] : [first]), ...others],
        })),
      ),
  ],
};

// Shrinking a counterexample takes longer than all cases.
beforeAll(() => fc.configureGlobal({ endOnFailure: true }));
afterAll(() => fc.resetConfigureGlobal());

it('has wrong previews for each contract', () => {
  const ports = whatIfContracts.filter(isQuick);
  expect(ports.map(({ port }) => port).toSorted()).toEqual(Object.keys(WRONG).toSorted());
});

const all = Object.entries(WRONG).map(([port, [flaw, spoil]]) => ({ port, flaw, spoil }));
it.for(all)('$port rejects previews that $flaw', { timeout: 60_000 }, async ({ port, spoil }) => {
  const contract = whatIfContracts.find((each) => each.port === port);
  const isRejected =
    contract !== undefined &&
    (await rejects(contract, async () => {
      const right = createMemoryStore({}, [memoryForecast, memoryWhatIf]);
      const around = spoil((query, options) => right.whatIf.around(query, options));
      return { store: { ...right, whatIf: { around } }, release: () => right.close() };
    }));
  expect(isRejected).toBe(true);
});
