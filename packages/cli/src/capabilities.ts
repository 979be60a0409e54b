import type { CapabilityCommands } from './command-set.ts';
import { cleanupCommands } from './cleanup/cleanup-commands.ts';
import { forecastCommands } from './forecast/forecast-commands.ts';
import { webhookCommands } from './notify/webhook-commands.ts';
import { previewCommands } from './what-if/preview-commands.ts';

/** The commands of capabilities. One that has no line here can be removed. */
export const capabilities: readonly CapabilityCommands[] = [
  // One per line.
  cleanupCommands,
  forecastCommands,
  webhookCommands,
  previewCommands,
];
