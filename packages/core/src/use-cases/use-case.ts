import type { ResultAsync } from 'neverthrow';
import type {
  AuthorizerError,
  ProjectNotFound,
  StoreUnavailable,
  StrategyNotFound,
} from '../errors.ts';
import type { Permission, Principal, Scope } from '../model/permission.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { StorePorts } from '../ports/bounded-store.ts';
import type { CallOptions } from '../ports/call-options.ts';
import { type Admissions, makeAdmit } from './admit.ts';
import { unlessNoProject, unlessNoStrategy } from './checks.ts';

/** A function of an input and the caller's credentials. `E` is its errors besides those of the authorizer and the store. */
export type UseCase<Credentials, Input, Output, E = never> = (
  input: Input &
    CallOptions & {
      readonly credentials: Credentials;
      readonly admissions?: Admissions | undefined;
    },
) => ResultAsync<Output, E | AuthorizerError | StoreUnavailable>;

/** The errors that a use case can return: `ErrorOf<UseCases<string>['deleteStrategy']>`. */
export type ErrorOf<Case extends (input: never) => ResultAsync<unknown, unknown>> =
  ReturnType<Case> extends ResultAsync<unknown, infer E> ? E : never;

/** The authorizer, and those methods of a store that a use case calls: `Ports<string, { reader: 'search' }>`. */
export type Ports<
  Credentials,
  Called extends { readonly [Port in keyof StorePorts]?: keyof StorePorts[Port] } = object,
> = { readonly authorizer: Authorizer<Credentials> } & {
  readonly [Port in keyof Called & keyof StorePorts]: Pick<
    StorePorts[Port],
    Called[Port] & keyof StorePorts[Port]
  >;
};

/** The work of a use case for an admitted caller. */
type Run<Input, Output, E> = (
  input: Input,
  principal: Principal,
  options: CallOptions,
) => ResultAsync<Output, E>;

/**
 * Makes a use case. Its caller needs the permission in the scope; authentication is enough where there is none. Nothing else
 * of the input is looked at before.
 */
export function useCase<Credentials, Input, Output, E>(
  ports: Ports<Credentials>,
  permission: Permission | undefined,
  run: Run<Input, Output, E>,
  scopeOf: (input: Input) => Scope = () => ({}),
): UseCase<Credentials, Input, Output, E> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, signal, ...rest }) => {
    const input = rest as Input;
    return admit({ credentials, admissions, signal, permission, ...scopeOf(input) }).andThen(
      (principal) => run(input, principal, { signal }),
    );
  };
}

/** Names a project. */
export interface InProject {
  readonly projectId: string;
}

/** Makes a use case of one project, in which its caller needs the permission. */
export const projectUseCase = <Credentials, Input extends InProject, Output, E>(
  ports: Ports<Credentials>,
  permission: Permission,
  run: Run<Input, Output, E>,
): UseCase<Credentials, Input, Output, E | ProjectNotFound> =>
  useCase(
    ports,
    permission,
    (input: Input, principal, options) =>
      unlessNoProject(input.projectId).asyncAndThen(() => run(input, principal, options)),
    ({ projectId }) => ({ projectId }),
  );

/** Names a strategy definition. */
export interface OfStrategy {
  readonly name: string;
}

/** Makes a use case of one strategy definition. */
export const strategyUseCase = <Credentials, Input extends OfStrategy, Output, E>(
  ports: Ports<Credentials>,
  permission: Permission | undefined,
  run: Run<Input, Output, E>,
): UseCase<Credentials, Input, Output, E | StrategyNotFound> =>
  useCase(ports, permission, (input: Input, principal, options) =>
    unlessNoStrategy(input.name).asyncAndThen(() => run(input, principal, options)),
  );
