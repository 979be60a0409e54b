import { env } from 'node:process';
import { misspeltVariable } from './misspelt-variable.ts';

export const KEY = 'FOREWARN_API_KEY';
/** The variable with the largest response to read. */
export const MAX_BYTES = 'MAX_RESPONSE_BYTES';

/** The variables of the commands that ask a server. */
export const CLIENT_VARIABLES = {
  names: ['FOREWARN_URL', KEY, MAX_BYTES],
  secrets: new Set([KEY]),
};

/** Returns a line about a variable that is meant for one of these commands, but has another name. */
export function misspeltLine(): string | undefined {
  const misspelt = misspeltVariable(env, CLIENT_VARIABLES);
  return misspelt && `${misspelt.setting}: expected ${misspelt.expected}`;
}
