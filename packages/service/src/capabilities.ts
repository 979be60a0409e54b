import { cleanup } from '@forewarn/cleanup/service';
import { forecast } from '@forewarn/forecast/service';
import { notify } from '@forewarn/notify/service';
import { whatIf } from '@forewarn/what-if/service';
import { pages } from './pages-koa/index.ts';
import { operate } from './operate/index.ts';
import { unleash } from './unleash/index.ts';
import { capability, type ServiceCapability } from './service-capability.ts';

/** Who knows what can be cleaned up, for the alerts. */
const READINESS = [
  // One per line.
  cleanup.readiness,
] as const;

/** The capabilities of the service. One that has no line here can be removed. */
export const CAPABILITIES = [
  // One per line, after those that it stands on.
  capability(forecast),
  capability(whatIf),
  capability(cleanup),
  capability(notify(READINESS)),
  capability(unleash),
  capability(operate),
  capability(pages),
] as const;

/** The same, whatever their settings. */
export const capabilities: readonly ServiceCapability[] = [...CAPABILITIES];
