import { openApiDocument } from '@forewarn/http-koa';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync } from 'neverthrow';
import { answerChecker } from '../../../../tools/answer-checker.ts';
import { makeUseCases } from '../../src/make-use-cases.ts';

const authorizer = { authorize: () => errAsync({ type: 'AuthenticationRequired' } as const) };

/** What the service documents that it serves, without a base path. */
export const DOCUMENT = openApiDocument(makeUseCases(authorizer, createMemoryStore()));

/** Checks what the service answers, without a base path, against that. */
export const DOCUMENTED = answerChecker(DOCUMENT);
