import { makeUseCases } from '@forewarn/core';
import { openApiDocument } from '@forewarn/http-koa';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';
import { responseChecker } from '../../../../tools/response-checker.ts';

const authorizer = {
  authenticate: () => errAsync({ type: 'AuthenticationRequired' } as const),
  authorize: () => okAsync(),
};

/** What the service documents that it serves, without a base path. */
export const DOCUMENT = openApiDocument(makeUseCases({ authorizer, store: createMemoryStore() }));

/** Checks what the service answers, without a base path, against that. */
export const DOCUMENTED = responseChecker(DOCUMENT);
