import { openApiDocument } from '@forewarn/http-koa';
import {
  DESCRIBED_CAPABILITIES,
  describedDocument,
  describedUseCases,
} from '../../../../tools/described-use-cases.ts';
import { responseChecker } from '../../../../tools/response-checker.ts';

/** The OpenAPI document of the service, without a base path. */
export const DOCUMENT = openApiDocument(describedUseCases, {
  capabilities: DESCRIBED_CAPABILITIES,
});

/** Checks responses of the service, without a base path, against the document of a service that follows an Unleash. */
export const DOCUMENTED = responseChecker(describedDocument());
