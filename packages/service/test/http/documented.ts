import { makeUseCases, type Upstream } from '@forewarn/core';
import { openApiDocument } from '@forewarn/http-koa';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';
import { responseChecker } from '../../../../tools/response-checker.ts';

const authorizer = {
  authenticate: () => errAsync({ type: 'AuthenticationRequired' } as const),
  authorize: () => okAsync(),
};

const upstream: Upstream = {
  url: '',
  principal: '',
  deleteStrategy: () => okAsync('absent'),
  sync: () => okAsync(),
  syncProject: () => okAsync(),
};

const documentOf = (following: { readonly upstream?: Upstream }) =>
  openApiDocument(makeUseCases({ authorizer, store: createMemoryStore(), ...following }));

/** The OpenAPI document of the service, without a base path. */
export const DOCUMENT = documentOf({});

/** Checks responses of the service, without a base path, against the document of a service that follows an Unleash. */
export const DOCUMENTED = responseChecker(documentOf({ upstream }));
