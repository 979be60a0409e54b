import { toResultAsync } from '@forewarn/core';
import { memoryForecast } from '@forewarn/forecast/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { type Flaws, inTwoSteps, itRejects } from '../../store-contract/test/wrong-store.ts';
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

/** By each contract, a store that it must reject. */
const WRONG: Flaws<Spoil> = {
  WhatIfReader: ['forgets what edits affect', missingSome],
  'WhatIfReader, against the rule': ['forgets what edits affect', missingSome],
  'WhatIfReader, atomicity': [
    'reads some before the others',
    (right) => (query) =>
      inTwoSteps(right(query), ({ scheduled: [first] }) =>
        toResultAsync(right(query)).map(({ scheduled: [, ...others], ...after }) => ({
          ...after,
          scheduled: [...(first === undefined ? [] : [first]), ...others],
        })),
      ),
  ],
};

itRejects(whatIfContracts.filter(isQuick), WRONG, (spoil) => async () => {
  const right = createMemoryStore({}, [memoryForecast, memoryWhatIf]);
  const around = spoil((query, options) => right.whatIf.around(query, options));
  return { store: { ...right, whatIf: { around } }, release: () => right.close() };
});
