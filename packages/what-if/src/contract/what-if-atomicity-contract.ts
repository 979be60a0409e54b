import assert from 'node:assert/strict';
import { archiving, raising } from '@forewarn/forecast/contract';
import {
  BY,
  contractOf,
  lookWhile,
  registerProjects,
  valueOf,
} from '@forewarn/store-contract/writing';
import { preview } from '../preview-of.ts';
import { aroundIn, PREVIEW_AT } from './assert-previewed.ts';
import type { WhatIfPorts } from './what-if-ports.ts';

const TIMES = ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z'] as const;

/** Two change requests, of which one archives what the other changes: they swap features. */
const swapped = (round: number) => [
  archiving(TIMES[0], round % 2 === 0 ? 'a' : 'b', { id: 1, project: 'p' }),
  raising(TIMES[1], round % 2 === 0 ? 'a' : 'b', { id: 2, project: 'q' }),
];

/** Previews that are of one moment. */
export const whatIfAtomicityContract = contractOf<WhatIfPorts>('WhatIfReader, atomicity', {
  'finds the victim of what is edited while a putAll moves both': async ({ store }) => {
    await registerProjects(store, 'p', 'q');
    await valueOf(store.writer.putAll(swapped(0), BY));
    const edits = { projectId: 'p', edits: [{ withdraw: 1 }] };
    const look = async (): Promise<void> => {
      const { scheduled } = await aroundIn(store, edits);
      const { better } = preview(scheduled, edits, { now: PREVIEW_AT })._unsafeUnwrap();
      assert.deepEqual(
        better.map(({ id }) => id),
        [2],
      );
    };
    await lookWhile((round) => valueOf(store.writer.putAll(swapped(round + 1), BY)), look);
  },
});
