import { makeUseCases } from '@forewarn/core';
import { openApiDocument } from '@forewarn/http-koa';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';
import { responseChecker } from '../../../../tools/response-checker.ts';

const authorizer = {
  authenticate: () => errAsync({ type: 'AuthenticationRequired' } as const),
  authorize: () => okAsync(),
};

/** The OpenAPI document of the service, without a base path. */
export const DOCUMENT = openApiDocument(makeUseCases({ authorizer, store: createMemoryStore() }));

/** Checks responses of the service, without a base path, against that document. */
export const DOCUMENTED = responseChecker(DOCUMENT);
