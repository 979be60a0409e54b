import type { IncomingHttpHeaders } from 'node:http';
import { sendTo, type Sent } from '../../../http/test/responses.ts';
import { DOCUMENTED } from './documented.ts';

export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined without one. */
  readonly json: unknown;
}

/** A request. Its path is sent unchanged, without normalization. */
export interface Question extends Sent {
  readonly method?: string;
  readonly path: string;
  /** The Authorization header. */
  readonly key?: string;
}

/** Sends a request and returns the response. Throws if it does not match the OpenAPI document. */
export async function ask(
  { url }: { readonly url: string },
  { method = 'GET', path, key, headers = {}, ...sent }: Question,
): Promise<TestResponse> {
  const authorization: Question['headers'] = key === undefined ? {} : { Authorization: key };
  const all = { ...authorization, ...headers };
  const { body: text, ...received } = await sendTo(url, method, path, { headers: all, ...sent });
  DOCUMENTED.check({ method, path, ...received, body: text });
  const json = text === '' || !isJson(received.headers) ? undefined : JSON.parse(text);
  return { ...received, text, json };
}

const isJson = ({ 'content-type': type = '' }: IncomingHttpHeaders): boolean =>
  type.startsWith('application/json');

export const searchPath = (projectId: string, query = ''): string =>
  `/api/admin/projects/${projectId}/change-requests/scheduled${query === '' ? '' : `?${query}`}`;

export const strategyPath = (name: string): string => `/api/admin/strategies/${name}`;
