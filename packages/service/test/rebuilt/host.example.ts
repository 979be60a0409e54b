import process from 'node:process';
import type { Authorizer } from '@forewarn/core';
import {
  checkSettings,
  forewarnModule,
  lineOf,
  type ServiceCredentials,
  type ServiceSettings,
  type ServiceStore,
  TOKENS,
} from '@forewarn/service';
import { createMemoryStore } from '@forewarn/store-memory';
import { Container, injectable } from 'inversify';
import { errAsync, okAsync } from 'neverthrow';

/** The sessions of the platform. */
@injectable()
class Sessions {
  readonly #users = new Map([['session=1', { name: 'alice' }]]);

  userOf(cookie = '') {
    return this.#users.get(cookie);
  }
}

@injectable()
class PlatformAuthorizer implements Authorizer<ServiceCredentials> {
  // The decorators keep the type, so the container finds the sessions.
  constructor(private readonly sessions: Sessions) {}

  authenticate({ request }: ServiceCredentials) {
    const user = this.sessions.userOf(request.headers.cookie);
    return user === undefined
      ? errAsync({ type: 'AuthenticationRequired' } as const)
      : okAsync(user);
  }

  authorize() {
    return okAsync();
  }
}

/** The store of the platform: here, in memory. */
@injectable()
class PlatformStore implements ServiceStore {
  readonly #memory = createMemoryStore({
    projects: [{ id: 'shop', name: 'Shop' }],
    strategies: [{ name: 'sale', parameters: [], deprecated: false, editable: true }],
  });
  readonly reader = this.#memory.reader;
  readonly writer = this.#memory.writer;
  readonly strategies = this.#memory.strategies;
  readonly projects = this.#memory.projects;
  readonly events = this.#memory.events;

  check() {
    return this.#memory.check();
  }
}

/** Serves the platform's own classes. */
function serve(settings: ServiceSettings) {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(forewarnModule);
  container.bind(Sessions).toSelf();
  container.bind(TOKENS.authorizer).to(PlatformAuthorizer);
  container.bind(TOKENS.store).to(PlatformStore);
  container.rebind(TOKENS.settings).toConstantValue(settings);
  const service = container.get(TOKENS.service);
  process.once('SIGTERM', () => void service.stop());
  return service.listen();
}

const port = Number(process.env['PLATFORM_PORT'] ?? 3000);
const started = await checkSettings({ port, basePath: '/flags' }).asyncAndThen(serve);
started.match(
  (url) => process.stdout.write(`${url}\n`),
  (error) => process.stderr.write(`${lineOf(error)}\n`),
);
