import type { EventEmitter } from 'node:events';
import type Koa from 'koa';
import { type Served, serve } from '../../http/test/serve.ts';

/** A Koa app, whatever its context. */
type App = Pick<Koa, 'callback'> & Pick<EventEmitter, 'on'>;

/** Serves an app on a free port until the test ends, and records its `error` events. */
export async function serveApp(
  app: App,
): Promise<Served & { readonly emitted: readonly unknown[] }> {
  const emitted: unknown[] = [];
  app.on('error', (error: unknown) => emitted.push(error));
  const handle = app.callback();
  const served = await serve((incoming, outgoing) => void handle(incoming, outgoing));
  return { ...served, emitted };
}
