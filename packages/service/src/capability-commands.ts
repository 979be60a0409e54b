import type { CapabilityCommands } from '@forewarn/cli';
import { syncCommands } from './unleash/sync-commands.ts';

/** Commands of a capability that have a store. */
export interface StoreCommands extends CapabilityCommands {
  /** The variables that they read, besides that of the store. */
  readonly variables: readonly string[];
}

/** The commands of capabilities. One that has no line here can be removed. */
export const capabilityCommands: readonly StoreCommands[] = [
  // One per line.
  syncCommands,
];
