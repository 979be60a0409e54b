import { memoryOperate } from '@forewarn/operate/memory';
import type { Store } from '@forewarn/store';
import { createMemoryStore } from '@forewarn/store-memory';
import type { Upstream } from '@forewarn/unleash';
import type { ApiKey, ApiKeyStore, SessionStore } from '@forewarn/operate';
import { pino } from 'pino';
import { createService } from '../../src/composition-root.ts';
import type { StopLimits } from '../../src/http/server/stop-server.ts';
import { apiKeyAuthorizer, hashSecret } from '../../src/keys/api-key-authorizer.ts';
import type { TrustedIdentity } from '../../src/keys/trusted-identity.ts';
import type { GivenSettings } from '../../src/service-settings.ts';
import { createTelemetry, type Telemetry } from '../../src/telemetry/telemetry.ts';
import { partsOfUpstream } from '../../src/unleash/index.ts';

/** A service in the test's process, on its own port. */
export interface ServedApp {
  readonly url: string;
  readonly store: Store & ApiKeyStore;
  /** The log so far. */
  readonly lines: readonly Record<string, unknown>[];
  stop(limits?: StopLimits): Promise<void>;
}

// Clients of tests keep connections open. A graceful shutdown would wait for their next requests.
const AT_ONCE: StopLimits = { serveMs: 0, cutOffMs: 7_500 };

/** A deadline of requests that a busy machine keeps. */
const deadlineMs = 60_000;

/** What a test gives a service, besides its store and its settings. */
interface Parts {
  readonly telemetry?: Telemetry;
  readonly upstream?: Upstream;
  readonly identity?: TrustedIdentity | undefined;
}

/** Serves a store, by default a new one in memory, over HTTP on a real port. */
export async function serve(
  store: Store & ApiKeyStore = createMemoryStore({}, [memoryOperate]),
  given: GivenSettings = {},
  { telemetry = createTelemetry(), upstream, identity }: Parts = {},
): Promise<ServedApp> {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const { sessions } = store as Partial<SessionStore>;
  const authorizer = apiKeyAuthorizer(store.apiKeys, { log, telemetry, sessions, identity });
  const settings = { port: 0, deadlineMs, ...given };
  const added = upstream && [partsOfUpstream(upstream, authorizer, telemetry)];
  const options = { store, authorizer, settings, log, telemetry };
  const created = createService({ ...options, ...(added && { added }) });
  const service = created._unsafeUnwrap();
  const url = (await service.listen())._unsafeUnwrap();
  return { url, store, lines, stop: (limits = AT_ONCE) => service.stop(limits) };
}

/** Creates a key and returns its secret. */
export async function makeKey(
  store: ApiKeyStore,
  name: string,
  scope: Partial<Pick<ApiKey, 'permissions' | 'projects'>> = {},
): Promise<string> {
  const secret = `secret of ${name}`;
  const key = { name, secretHash: hashSecret(secret), permissions: ['ADMIN'] as const };
  (await store.apiKeys.create({ ...key, ...scope }))._unsafeUnwrap();
  return secret;
}
