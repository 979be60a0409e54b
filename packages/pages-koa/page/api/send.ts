import type { ForecastSchema } from '@forewarn/client';
import { type Failure, failureOf, failureOfResponse } from './failure.ts';

type Reasons = ForecastSchema['reasons'];

interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Below `{base}/api/admin/`, without a leading slash, encoded. */
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A result and what its headers say, or why there is none. */
export type Sent<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** `Forewarn-As-Of`: a time, `none`, or undefined for live data. */
      readonly asOf: string | undefined;
      /** The path of the next page of a list, for another request. */
      readonly next?: string | undefined;
      /** Whether it has a `Link`, as each page of a list has unless a gateway removed it. */
      readonly isLinked?: boolean;
      /** `Forewarn-Reasons`: why forecasts may be missing. */
      readonly reasons?: Reasons;
    }
  | { readonly ok: false; readonly failure: Failure };

/** Sends requests with one key, or those of a session that the browser has. It never rejects. */
export type Send = <T>(request: ApiRequest) => Promise<Sent<T>>;

/** The path of what is below a project, or of all projects without one. */
export const pathIn = (project: string, path: string): string =>
  project === '' ? path : `projects/${encodeURIComponent(project)}/${path}`;

/** What something else than Forewarn responds. */
export const UNREADABLE: Sent<never> = {
  ok: false,
  failure: failureOf('unreadable', "The response is not Forewarn's."),
};

/** Maximum time for a response, the slowest that a service with the default deadline sends included. */
const TIMEOUT_MS = 15_000;

const NO_NAME: Sent<never> = {
  ok: false,
  failure: failureOf('refused', "A name can't be . or .."),
};

/** A segment of a path that is only dots. The slashes of a query are encoded. */
const DOTS = /(^|\/)\.\.?($|[/?])/;

/**
 * Makes a function that sends requests to the service of this page.
 *
 * @param folder the path of the API, below that of the page
 */
export function makeSend(key?: string, folder = 'api/admin/'): Send {
  const root = new URL(folder, document.baseURI);
  return async <T>({ method = 'GET', path, body, signal }: ApiRequest): Promise<Sent<T>> => {
    // A URL can't name them, encoded or not: the request would go to another path.
    if (DOTS.test(path)) return NO_NAME;
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await fetch(new URL(path, root), {
        method,
        headers: {
          ...(key === undefined ? {} : { Authorization: key }),
          // No other site can send it, so a session may change something.
          'Forewarn-Page': new URL('.', document.baseURI).pathname,
          // An unknown parameter must not look like an empty list.
          Prefer: 'handling=strict',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: JSON.stringify(body),
        // The API never redirects; a proxy does, to its login page.
        redirect: 'manual',
        credentials: 'same-origin',
        cache: 'no-store',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      if (response.type === 'opaqueredirect') return UNREADABLE;
      isFirstSync = response.headers.get('Forewarn-Sync') === 'first';
      const text = await response.text();
      if (!response.ok) return { ok: false, failure: failureOfResponse(response.status, text) };
      return readResponse<T>(response, text, method);
    } catch {
      const failure = timeout.aborted
        ? failureOf('timed-out', `No response within ${TIMEOUT_MS / 1_000} seconds.`)
        : failureOf('unreachable', 'No connection to the service.');
      return { ok: false, failure };
    }
  };
}

/** Whether the last response said that the first sync of the server with an Unleash is still running. */
export let isFirstSync = false;

/** A proxy may change the host and the base path of a link, so only the part below the API's root counts. */
const LINK = /<([^>]*)>\s*;\s*rel="?(?:(next)|first)/;

function readResponse<T>({ headers }: Response, text: string, method: string): Sent<T> {
  try {
    // Only a delete responds without a body.
    const value = (method === 'DELETE' && text === '' ? undefined : JSON.parse(text)) as T;
    const [link, target, isNext] = LINK.exec(headers.get('Link') ?? '') ?? [];
    const reasons = (headers.get('Forewarn-Reasons')?.split(', ') ?? []) as Reasons;
    const told = headers.get('Forewarn-As-Of');
    // Each list has the headers, unless a gateway removed or replaced one.
    const isCut = Array.isArray(value) && (!told || (!link && reasons.length === 0));
    const asOf = isCut ? 'none' : told === 'live' ? undefined : (told ?? undefined);
    // It throws for another path: without its next page, a list would look complete.
    const next = isNext && /\/api\/admin\/(.*)/.exec(target!)![1]!;
    return { ok: true, value, asOf, next, isLinked: !!link, reasons };
  } catch {
    return UNREADABLE;
  }
}
