import { makeUseCases } from '@forewarn/use-cases';
import { makeCleanupUseCases } from '@forewarn/cleanup';
import { httpCleanup } from '@forewarn/cleanup/http';
import { memoryCleanup } from '@forewarn/cleanup/memory';
import { makeForecastUseCases } from '@forewarn/forecast';
import { httpForecast } from '@forewarn/forecast/http';
import { memoryForecast } from '@forewarn/forecast/memory';
import { makeWhatIfUseCases } from '@forewarn/what-if';
import { httpWhatIf } from '@forewarn/what-if/http';
import { memoryWhatIf } from '@forewarn/what-if/memory';
import { makeSyncProject, type Upstream } from '@forewarn/unleash';
import { httpUnleash } from '@forewarn/unleash/http';
import { makeWebhookUseCases, type WebhookPorts } from '@forewarn/notify';
import { httpNotify } from '@forewarn/notify/http';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';

const authorizer = {
  authenticate: () => errAsync({ type: 'AuthenticationRequired' } as const),
  authorize: () => okAsync(),
};

// No use case is called.
const webhookPorts = {} as Omit<WebhookPorts<unknown>, 'authorizer'>;

/** Every use case of a service, to describe its API. */
export const describedUseCases = makeUseCases({ authorizer, store: createMemoryStore() });

/** The capabilities of a service that follows no Unleash, to describe its API. */
export const DESCRIBED_CAPABILITIES = [
  httpForecast(makeForecastUseCases({ authorizer, ...createMemoryStore({}, [memoryForecast]) })),
  httpCleanup(
    makeCleanupUseCases({
      authorizer,
      ...createMemoryStore({}, [memoryForecast, memoryCleanup]),
    }),
  ),
  httpWhatIf(
    makeWhatIfUseCases({
      authorizer,
      ...createMemoryStore({}, [memoryForecast, memoryWhatIf]),
    }),
  ),
  httpNotify(makeWebhookUseCases({ authorizer, ...webhookPorts })),
];

/** Those of a service that follows one. */
export const FOLLOWING_CAPABILITIES = [
  ...DESCRIBED_CAPABILITIES,
  httpUnleash({ syncProject: makeSyncProject({ authorizer, upstream: {} as Upstream }) }),
];
