import type { ScheduledChangeRequestReader } from '@forewarn/core';
import type { SearchPorts } from './search-ports.ts';

/** The ports that `impactContracts` need: the impact under test, and writes that fill the store. A `Store` has all. */
export interface ImpactPorts extends Pick<SearchPorts, 'projects' | 'writer'> {
  readonly reader: Pick<ScheduledChangeRequestReader, 'impact'>;
}
