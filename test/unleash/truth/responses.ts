import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the versions of Unleash responded, in words: by version, and name of what was measured. The newest is first. */
export type Responses = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The committed responses of one who acts while a change is scheduled. */
export const TO_PEOPLE = fileURLToPath(new URL('responses.json', import.meta.url));

/** The committed responses to two changes, one after the other. */
export const TO_PAIRS = fileURLToPath(new URL('../forecast/responses.json', import.meta.url));

/** The page that shows both. */
export const PAGE = fileURLToPath(new URL('../../../docs/reference/rules.md', import.meta.url));

export const responsesIn = (file: string): Responses =>
  JSON.parse(readFileSync(file, 'utf8')) as Responses;

/** Returns responses in which those of one version are replaced. */
export function withMeasured(
  responses: Responses,
  version: string,
  measured: readonly (readonly [string, string])[],
): Responses {
  const all: Responses = { ...responses, [version]: Object.fromEntries(measured) };
  const versions = Object.keys(all).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return Object.fromEntries(versions.map((each) => [each, all[each] ?? {}]));
}

export const asFile = (responses: Responses): string =>
  `${JSON.stringify(responses, undefined, 2)}\n`;
