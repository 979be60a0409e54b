import { makeSend, type Sent } from './send.ts';

/** Whether the service starts sessions, which every tab of the browser shares. */
export const HAS_SESSIONS = document.querySelector('meta[name="forewarn-sessions"]') !== null;

const SESSION = { path: 'session' };

/** Signs this browser in: the service sets a cookie, which scripts can't read. */
export const startSession = (key: string): Promise<Sent<unknown>> =>
  makeSend(key, '.')({ ...SESSION, method: 'POST' });

/** Signs this browser out. */
export const endSession = (): Promise<Sent<unknown>> =>
  makeSend(undefined, '.')({ ...SESSION, method: 'DELETE' });

/** The other tabs of this service: they share its session. Services below different paths share an origin. */
export const TABS = new BroadcastChannel(`forewarn ${location.pathname}`);

/** Ends what the other tabs show, with a reason in words: it may be of another key. */
export function tellTabs(reason: string): void {
  TABS.postMessage(reason);
}
