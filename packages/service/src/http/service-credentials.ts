import type { IncomingMessage } from 'node:http';
import type { ClientCredentials } from '../keys/client-credentials.ts';

/** The credentials of a request. */
export interface ServiceCredentials extends ClientCredentials {
  /** The request, for an authorizer that needs more than a key. */
  readonly request: IncomingMessage;
}
