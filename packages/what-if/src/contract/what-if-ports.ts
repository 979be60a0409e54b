import type { StoreWithNames } from '@forewarn/store';
import type { WhatIfStore } from '../what-if-reader.ts';

/** The ports that `whatIfContracts` need: those of a store with previews. */
export type WhatIfPorts = StoreWithNames & WhatIfStore;
