import type { ResultAsync } from 'neverthrow';
import type { AuthorizerError, StoreUnavailable } from '../errors.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { Admissions } from './admit.ts';

/** A function of an input and the caller's credentials. `E` is its errors besides those of the authorizer and the store. */
export type UseCase<Credentials, Input, Output, E = never> = (
  input: Input &
    CallOptions & {
      readonly credentials: Credentials;
      readonly admissions?: Admissions | undefined;
    },
) => ResultAsync<Output, E | AuthorizerError | StoreUnavailable>;

/** The errors that a use case can return: `ErrorOf<DeleteStrategy<string>>`. */
export type ErrorOf<Case extends (input: never) => ResultAsync<unknown, unknown>> =
  ReturnType<Case> extends ResultAsync<unknown, infer E> ? E : never;
