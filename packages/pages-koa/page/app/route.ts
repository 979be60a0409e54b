import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * A view and its filters, kept in the URL after `#`, where they can be shared and no server logs them:
 * `#/change-requests/shop/12` or `#/timeline?project=shop`.
 */
export interface Route {
  /** The first is the view's name. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** Reads a route from a URL's hash. Malformed encoding stays as it is. */
function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  return { path: path.split('/').map(decoded), query: new URLSearchParams(query) };
}

/** Returns a query without the parameters that are undefined or empty. */
export function queryOf(parameters: QueryParameters): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.append(name, value);
  }
  return query;
}

/** Parameters of a query, by their names. */
type QueryParameters = Readonly<Record<string, string | undefined>>;

/** Returns the link to a view. Parameters that are undefined or empty are left out. */
export function hrefOf(
  path: readonly (string | number)[],
  parameters: QueryParameters = {},
): string {
  const query = queryOf(parameters);
  const segments = path.map((each) => encodeURIComponent(each)).join('/');
  return `#/${segments}${query.size === 0 ? '' : `?${query}`}`;
}

/** Goes to a link of {@link hrefOf}. The browser tells of it late, when the next key may have been pressed. */
export function goTo(href: string): void {
  location.hash = href;
  tell();
}

/** The same without a new entry in the history. */
export function replaceRoute(href: string): void {
  history.replaceState(null, '', href);
  tell();
}

const tell = (): unknown => dispatchEvent(new HashChangeEvent('hashchange'));

/** The route of this moment, for what happens later than it is shown. */
export const currentRoute = (): Route => parseRoute(location.hash);

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  // An effect after the next frame could miss a change.
  useLayoutEffect(() => {
    const update = (): void => setHash(location.hash);
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return parseRoute(hash);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
