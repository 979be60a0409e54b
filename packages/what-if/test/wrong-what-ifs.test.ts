import { toResultAsync } from '@forewarn/core';
import { memoryForecast } from '@forewarn/forecast/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { type Flaws, inTwoSteps, itRejects } from '../../store-contract/test/it-rejects.ts';
import { whatIfContracts } from '../src/contract/index.ts';
import { memoryWhatIf } from '../src/memory/index.ts';
import type { WhatIfReader } from '../src/what-if-reader.ts';

const WRONG: Flaws<(right: WhatIfReader) => WhatIfReader['around']> = {
  'WhatIfReader, atomicity': [
    'reads some before the others',
    (right) => (query) =>
      inTwoSteps(right.around(query), ({ scheduled: [first] }) =>
        toResultAsync(right.around(query)).map(({ scheduled: [, ...others], ...after }) => ({
          ...after,
          scheduled: [...(first === undefined ? [] : [first]), ...others],
        })),
      ),
  ],
};

itRejects(whatIfContracts, WRONG, (spoil) => async () => {
  const right = createMemoryStore({}, [memoryForecast, memoryWhatIf]);
  const whatIf = { around: spoil(right.whatIf) };
  return { store: { ...right, whatIf }, release: () => right.close() };
});
