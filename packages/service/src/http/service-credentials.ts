import type { IncomingMessage } from 'node:http';
import type { ClientCredentials } from '../keys/api-key-authorizer.ts';

/** The credentials of a request. */
export interface ServiceCredentials extends ClientCredentials {
  /** The request, for an authorizer that needs more than a key. */
  readonly request: IncomingMessage;
}
