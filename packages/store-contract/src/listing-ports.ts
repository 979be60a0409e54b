import type { ScheduledChangeRequestReader } from '@forewarn/core';
import type { SearchPorts } from './search-ports.ts';

/** The ports that `listingContracts` need: the listing under test, and writes that fill the store. A `Store` has all. */
export interface ListingPorts extends Pick<SearchPorts, 'projects' | 'writer'> {
  readonly reader: Pick<ScheduledChangeRequestReader, 'list'>;
}
