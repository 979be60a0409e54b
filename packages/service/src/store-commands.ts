import type { CapabilityCommands } from '@forewarn/cli';

export interface StoreCommands extends CapabilityCommands {
  /** The variables that they read, besides that of the store. */
  readonly variables: readonly string[];
}
