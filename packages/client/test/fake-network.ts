import {
  type Client,
  type ClientOptions,
  createClient,
  type TargetImpactSchema,
} from '../src/index.ts';

export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A fake network: returns a response, or throws. */
export type FakeResponse = (
  request: SentRequest,
  init: RequestInit,
) => Response | Promise<Response>;

const LAST_PAGE = { 'Forewarn-As-Of': 'live', Link: '</api/admin/first>; rel="first"' };

/** A response with a JSON body, of live data. */
export const json = (
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response => Response.json(body, { status, headers: { ...LAST_PAGE, ...headers } });

/** A client on a fake network. The last response repeats. */
export function clientOf(
  responses: readonly [FakeResponse, ...FakeResponse[]],
  options: Partial<ClientOptions> = {},
): { readonly client: Client; readonly requests: readonly SentRequest[] } {
  const requests: SentRequest[] = [];
  const responding: typeof fetch = async (input, init = {}) => {
    const request = {
      method: init.method ?? 'GET',
      url: new URL(input instanceof Request ? input.url : input),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    };
    const response = responses[Math.min(requests.length, responses.length - 1)] ?? responses[0];
    requests.push(request);
    return response(request, init);
  };
  const client = createClient({
    url: 'https://flags.example.com',
    key: 'a-key',
    fetch: responding,
    ...options,
  });
  return { client, requests };
}

/** Makes one call on a fake network. Returns its outcome, and what was sent. */
export async function callOn<T>(
  response: FakeResponse,
  call: (client: Client) => Promise<T>,
  options: Partial<ClientOptions> = {},
): Promise<{ readonly outcome: T; readonly requests: readonly SentRequest[] }> {
  const { client, requests } = clientOf([response], options);
  return { outcome: await call(client), requests };
}

/** Never responds, until the request is aborted. */
export const silence: FakeResponse = (_request, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

export const noConnection: FakeResponse = () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
};

/** The impact of a target that nothing touches. */
export const clear = (target: object): TargetImpactSchema => ({
  target,
  outcome: 'none',
  complete: true,
  count: 0,
  changeRequests: [],
  doubts: [],
  reasons: [],
  names: 'checked',
});
