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
import { openApiDocument } from '@forewarn/http';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';

const authorizer = {
  authenticate: () => errAsync({ type: 'AuthenticationRequired' } as const),
  authorize: () => okAsync(),
};

// No use case is called.
const webhookPorts = {} as Omit<WebhookPorts<unknown>, 'authorizer'>;

const store = createMemoryStore({}, [memoryForecast, memoryCleanup, memoryWhatIf]);
const ports = { authorizer, ...store };

/** Every use case of a service, to describe its API. */
export const describedUseCases = makeUseCases({ authorizer, store });

/** The capabilities of a service that follows no Unleash, to describe its API. */
export const DESCRIBED_CAPABILITIES = [
  httpForecast(makeForecastUseCases(ports)),
  httpCleanup(makeCleanupUseCases(ports)),
  httpWhatIf(makeWhatIfUseCases(ports)),
  httpNotify(makeWebhookUseCases({ authorizer, ...webhookPorts })),
];

/** Those of a service that follows one. */
export const FOLLOWING_CAPABILITIES = [
  ...DESCRIBED_CAPABILITIES,
  httpUnleash({ syncProject: makeSyncProject({ authorizer, upstream: {} as Upstream }) }),
];

/** Returns the document of such a service. */
export const describedDocument = () =>
  openApiDocument(describedUseCases, { capabilities: FOLLOWING_CAPABILITIES });
