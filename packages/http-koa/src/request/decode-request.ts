import type { BadData } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { badData, type QueryParameter } from '@forewarn/wire';

const ENCODED = 'percent-encoded UTF-8';

/** Decodes a query string. Broken encoding is an error, not a guess. */
export function decodeQuery(querystring: string): Result<readonly QueryParameter[], BadData> {
  if (!canBeDecoded(querystring)) {
    const broken = querystring.split('&').find((part) => !canBeDecoded(part));
    return err(badData(`the query's "${broken}"`, ENCODED));
  }
  return ok(decodeLeniently(querystring));
}

/** Decodes a query string. Broken encoding stays as it is, so that it equals no known name or value. */
export function decodeLeniently(querystring: string): readonly QueryParameter[] {
  // URLSearchParams drops a leading "?", which may be part of a name.
  return [...new URLSearchParams(`?${querystring}`)];
}

/** Checks that a path can be decoded. The router decodes its parameters once. */
export function checkPath(path: string): Result<void, BadData> {
  return canBeDecoded(path) ? ok() : err(badData('the path', ENCODED));
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
