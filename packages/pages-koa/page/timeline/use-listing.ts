import { type AsOf, olderOf } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Sent } from '../api/send.ts';
import { useSession } from '../api/session.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { type Entry, entryOf } from './entry.ts';
import { type Filters, listingPath } from './filters.ts';

/** A listing, or the first part of it. */
export interface Listing {
  /** In the order of the service: by time, project and id. */
  readonly entries: readonly Entry[];
  /** Whether the service has more than this page takes. */
  readonly isCut: boolean;
}

/** Maximum pages of 1,000. A listing beyond needs a filter. */
const MAX_PAGES = 50;

/** The least time between two parts that are shown. */
const PAUSE_MS = 700;

/** Reads all scheduled change requests that the filters select, page by page. */
export function useListing(filters: Filters): Loaded<Listing> {
  const { send } = useSession();
  const first = listingPath(filters);
  return useLoad<Listing>(first, async (signal, pass) => {
    let entries: readonly Entry[] = [];
    let path: string | undefined = first;
    let oldest: AsOf;
    let passedAt = -Infinity;
    for (let page = 0; path !== undefined && page < MAX_PAGES; page += 1) {
      const sent: Sent<readonly ScheduledChangeRequest[]> = await send({ path, signal });
      if (!sent.ok) return sent;
      entries = [...entries, ...sent.value.map(entryOf)];
      oldest = olderOf(oldest, sent.asOf);
      path = sent.next;
      if (path !== undefined && performance.now() - passedAt > PAUSE_MS) {
        pass({ entries, isCut: false });
        passedAt = performance.now();
      }
    }
    return { ok: true, value: { entries, isCut: path !== undefined }, asOf: oldest };
  });
}
