import { printError } from './exit-code.ts';

/** What people and assistants are told while the first sync of the server runs. */
export const FIRST_SYNC =
  'the first sync with Unleash is still running: not everything that is scheduled is known yet';

let isRunning = false;

/** Whether the last response said that the first sync of the server is still running. */
export const isFirstSync = (): boolean => isRunning;

/** Returns a `fetch` that learns that from each response, and prints it once. */
export function tellingFirstSync(): typeof fetch {
  let isTold = false;
  return async (...request) => {
    const response = await fetch(...request);
    isRunning = response.headers.get('Forewarn-Sync') === 'first';
    if (isRunning && !isTold) {
      isTold = true;
      printError(FIRST_SYNC);
    }
    return response;
  };
}
