import type { ResultAsync } from 'neverthrow';
import type { AuthorizerError } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { Authorizer } from '../ports/authorizer.ts';

export interface IdentifyQuery<Credentials> {
  readonly credentials: Credentials;
}

/** Answers who somebody is: to turn strangers away before anything of what they sent is read. */
export type Identify<Credentials> = (
  query: IdentifyQuery<Credentials>,
) => ResultAsync<Principal, AuthorizerError>;

/** Makes the use case that answers who somebody is: {@link Identify}. */
export function makeIdentify<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
}): Identify<Credentials> {
  return ({ credentials }) => ports.authorizer.authorize({ credentials, permission: 'NONE' });
}
