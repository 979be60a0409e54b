import type { Store, Upstream } from '@forewarn/core';
import type { ApiKey } from '@forewarn/core/operator';
import { pino } from 'pino';
import { compose, TOKENS } from '../../src/composition-root.ts';
import { listen } from '../../src/http/http-server.ts';
import type { StopLimits } from '../../src/http/server/service-server.ts';
import { hashSecret } from '../../src/keys/api-key-authorizer.ts';
import { readSettings, type Settings } from '../../src/settings.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';

/** A service in the test's process, on its own port. */
export interface ServedApp {
  readonly url: string;
  readonly store: Store;
  /** The log so far. */
  readonly lines: readonly Record<string, unknown>[];
  stop(limits?: StopLimits): Promise<void>;
}

// Clients of tests keep connections open. A graceful shutdown would wait for their next requests.
const AT_ONCE: StopLimits = { serveMs: 0, cutOffMs: 7_500 };

/** Serves a store, over HTTP on a real port. */
export async function serve(
  store: Store,
  basePath = '',
  trustProxy: readonly string[] = [],
  telemetry = createTelemetry(),
  more: Partial<Settings> = {},
  upstream?: Upstream,
): Promise<ServedApp> {
  const variables = { DATABASE_URL: 'memory:', PORT: '0', BASE_PATH: basePath };
  const settings = { ...readSettings(variables)._unsafeUnwrap(), trustProxy, ...more };
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const parts = compose({ settings, log, store, keys: store.apiKeys, telemetry, upstream });
  const [app, lifecycle] = [parts.get(TOKENS.app), parts.get(TOKENS.lifecycle)];
  const server = (await listen(app, settings, log, lifecycle))._unsafeUnwrap();
  return { url: server.url, store, lines, stop: (limits = AT_ONCE) => server.stop(limits) };
}

/** Creates a key and returns its secret. */
export async function makeKey(
  store: Store,
  name: string,
  scope: Partial<Pick<ApiKey, 'permissions' | 'projects'>> = {},
): Promise<string> {
  const secret = `secret of ${name}`;
  const key = { name, secretHash: hashSecret(secret), permissions: ['ADMIN'] as const };
  (await store.apiKeys.create({ ...key, ...scope }))._unsafeUnwrap();
  return secret;
}
