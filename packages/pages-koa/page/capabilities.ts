import type { PageCapability } from './app/page-capability.ts';
import { cleanup } from './cleanup/index.ts';
import { whatIf } from './what-if/index.ts';

/** The capabilities of the page. One that has no line here can be removed. */
export const CAPABILITIES: readonly PageCapability[] = [
  // One per line.
  whatIf,
  cleanup,
];
