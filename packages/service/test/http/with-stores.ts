import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type TestResponse, ask, type Question } from './ask.ts';
import { inMemory, openAt, type TestLocation } from './open-stores.ts';
import { makeKey, serve, type ServedApp } from './served-app.ts';

/** Serves a new store for the current block: with all capabilities, in memory and without a base path by default. */
export function serveFor(make: () => Promise<TestLocation> = inMemory, basePath = '') {
  let location: TestLocation;
  let served: ServedApp;
  let admin: string;

  beforeAll(async () => {
    location = await make();
    served = await serve(await openAt(location), { basePath });
    admin = await makeKey(served.store, 'admin');
  });

  afterAll(async () => {
    await served.stop();
    await served.store.close();
    await location.remove();
  });

  const asking = (method: string, path: string, more: Partial<Question> = {}) =>
    ask(served, { method, path: `/api/admin${path}`, key: admin, ...more });
  return {
    /** `http://127.0.0.1:4242` */
    get url() {
      return served.url;
    },
    get store() {
      return served.store;
    },
    /** Sends a request, by default with an admin key. */
    ask: asking,
    /** Sends a request with a body, as JSON unless it is a text. */
    send: (
      method: string,
      path: string,
      body: unknown,
      { headers, ...more }: Partial<Question> = {},
    ) =>
      asking(method, path, {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
        ...more,
      }),
    makeKey: (name: string, scope?: Parameters<typeof makeKey>[2]) =>
      makeKey(served.store, name, scope),
    /** Makes a key. Returns the environment of a command that asks the service with it. */
    envWith: async (name: string, scope?: Parameters<typeof makeKey>[2]) => ({
      FOREWARN_URL: `${served.url}${basePath}`,
      FOREWARN_API_KEY: await makeKey(served.store, name, scope),
    }),
  };
}

/** Serves a store until the test ends. */
export async function serveHere(...serving: Parameters<typeof serve>): Promise<ServedApp> {
  const served = await serve(...serving);
  onTestFinished(() => served.stop());
  return served;
}

export const messageOf = ({ json }: TestResponse): string => (json as { message: string }).message;

/** The problems of an error. */
export const detailsOf = ({ json }: TestResponse): readonly { path: string; message: string }[] =>
  (json as { details: readonly { path: string; message: string }[] }).details;
