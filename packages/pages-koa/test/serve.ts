import type Koa from 'koa';
import { onTestFinished } from 'vitest';
import { startLocalServer } from '../../../tools/local-server.ts';

/** Requests a path of a served app. */
export type Get = (path: string, init?: RequestInit) => Promise<Response>;

/** Serves an app on a port of its own, until the test ends. */
export async function serve(app: Pick<Koa, 'callback'>): Promise<Get> {
  const handle = app.callback();
  const { url, close } = await startLocalServer(
    (request, response) => void handle(request, response),
  );
  onTestFinished(close);
  return (path, init) => fetch(`${url}${path}`, init);
}
