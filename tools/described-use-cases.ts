import { makeUseCases } from '@forewarn/use-cases';
import type { Upstream } from '@forewarn/unleash';
import { makeForecastUseCases } from '@forewarn/forecast';
import { httpForecast } from '@forewarn/forecast/http';
import { memoryForecast } from '@forewarn/forecast/memory';
import { makeWebhookUseCases, type WebhookPorts } from '@forewarn/notify';
import { httpNotify } from '@forewarn/notify/http';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';

const authorizer = {
  authenticate: () => errAsync({ type: 'AuthenticationRequired' } as const),
  authorize: () => okAsync(),
};

const upstream: Upstream = {
  url: '',
  principal: '',
  deleteStrategy: () => okAsync('absent'),
  hidesProjects: () => okAsync(false),
  sync: () => okAsync(),
  syncProject: () => okAsync(),
};

// No use case is called.
const webhookPorts = {} as Omit<WebhookPorts<unknown>, 'authorizer'>;

/** Every use case of a service that follows an Unleash, or of one that does not, to describe its API. */
export const describedUseCases = ({ isFollowing }: { readonly isFollowing: boolean }) =>
  makeUseCases({
    authorizer,
    store: createMemoryStore(),
    ...(isFollowing ? { upstream } : {}),
  });

/** The capabilities of a service, to describe its API. */
export const DESCRIBED_CAPABILITIES = [
  httpForecast(makeForecastUseCases({ authorizer, ...createMemoryStore({}, [memoryForecast]) })),
  httpNotify(makeWebhookUseCases({ authorizer, ...webhookPorts })),
];
