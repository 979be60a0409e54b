import type { BadData } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';

/** A parameter of a query: its name and its value. */
export type QueryParameter = readonly [name: string, value: string];

/** Reads a query string, strictly: an encoding that is broken is an error, not a guess. */
export function decodeQuery(querystring: string): Result<readonly QueryParameter[], BadData> {
  const parameters: QueryParameter[] = [];
  for (const part of querystring.split('&')) {
    if (part === '') continue;
    const [name = '', ...value] = part.split('=');
    try {
      parameters.push([decode(name), decode(value.join('='))]);
    } catch {
      return err(malformed(`the query's "${part}"`));
    }
  }
  return ok(parameters);
}

/** Checks that a path can be decoded. The router decodes its parameters, once. */
export function checkPath(path: string): Result<void, BadData> {
  try {
    decodeURIComponent(path);
    return ok();
  } catch {
    return err(malformed('the path'));
  }
}

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

function malformed(path: string): BadData {
  return { type: 'BadData', problems: [{ path, expected: 'percent-encoded UTF-8' }] };
}
