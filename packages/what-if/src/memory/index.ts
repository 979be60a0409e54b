/**
 * Previews in memory stores.
 *
 * @module @forewarn/what-if/memory
 */
import type { ReadOptions, StoreUnavailable } from '@forewarn/core';
import { gapsIn, goneIn, MemorySchedule } from '@forewarn/forecast/memory';
import { distinctCoverages, unlessAborted } from '@forewarn/record';
import {
  coverageOf,
  type MemoryCapability,
  type MemoryState,
  whileOpen,
} from '@forewarn/store-memory';
import { ok, type ResultAsync } from 'neverthrow';
import { editedIds, touchedBy } from '../edit.ts';
import { scheduleAround } from '../schedule-around.ts';
import type { WhatIfFindings, WhatIfQuery, WhatIfStore } from '../what-if-reader.ts';

/** Adds previews to a memory store that has forecasts. */
export const memoryWhatIf: MemoryCapability<WhatIfStore> = {
  portsOver: (state) => {
    const snapshots = whileOpen<Snapshots>(state, (step) => ({
      snapshot: step((query) => ok(snapshotOf(state, query))),
    }));
    const around: WhatIfStore['whatIf']['around'] = (query, options = {}) =>
      snapshots.snapshot(query, options).andThen(({ stored, ...found }) =>
        unlessAborted(options, async (): Promise<WhatIfFindings> => {
          const edits = { ...query, gone: found.gone };
          return { ...found, ...(await scheduleAround(stored, edits, options)) };
        }),
      );
    return { whatIf: { around } };
  },
};

/** Reads all of one moment. */
interface Snapshots {
  snapshot(
    query: WhatIfQuery,
    options: ReadOptions,
  ): ResultAsync<ReturnType<typeof snapshotOf>, StoreUnavailable>;
}

const snapshotOf = (state: MemoryState, query: WhatIfQuery) => ({
  projects: state.projectsIn([query.projectId]).map(coverageOf),
  coverages: distinctCoverages(state.projectsIn().map(({ coverage }) => coverage)),
  gone: goneIn(state, touchedBy(query)),
  ...gapsIn(state, {
    now: query.now,
    projectIds: [query.projectId],
    except: editedIds(query.edits),
  }),
  stored: new MemorySchedule(state, query.now),
});
