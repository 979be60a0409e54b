import { operateCommands } from './operate/operate-commands.ts';
import type { StoreCommands } from './store-commands.ts';
import { syncCommands } from './unleash/sync-commands.ts';

/** The commands of capabilities. One that has no line here can be removed. */
export const capabilityCommands: readonly StoreCommands[] = [
  // One per line.
  operateCommands,
  syncCommands,
];
