import { type AuthorizerError, type ErrorOf, makeDeleteStrategy } from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';
import { expectTypeOf, test } from 'vitest';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import { makeUseCases, type UseCases } from '../src/make-use-cases.ts';
import { allowing } from '../../core/test/authorizers.ts';

/** The types of the errors of a use case. */
type TypeOf<Case extends (input: never) => ResultAsync<unknown, unknown>> =
  ErrorOf<Case> extends { readonly type: infer Type } ? Type : never;

test('copies add their errors, and no others', () => {
  const [authorizer, store] = [allowing([]), createMemoryStore()];
  const useCases = makeUseCases({ authorizer, store });
  const alone = makeDeleteStrategy({ authorizer, strategies: store.strategies });
  type Own = 'StrategyNotFound' | 'StrategyNotEditable' | 'StoreUnavailable';
  expectTypeOf<TypeOf<typeof alone>>().toEqualTypeOf<Own | AuthorizerError['type']>();
  expectTypeOf<TypeOf<typeof useCases.deleteStrategy>>().toEqualTypeOf<TypeOf<typeof alone>>();
  expectTypeOf<TypeOf<typeof useCases.guardedDeleteStrategy>>().toEqualTypeOf<
    TypeOf<typeof alone> | 'BadData' | 'StrategyInUse'
  >();
  expectTypeOf<
    TypeOf<UseCases<string, { readonly type: 'Added' }>['deleteStrategy']>
  >().toEqualTypeOf<TypeOf<typeof alone> | 'Added'>();
});
