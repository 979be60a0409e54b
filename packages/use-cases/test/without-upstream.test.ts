import { type AuthorizerError, type ErrorOf, makeDeleteStrategy } from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';
import { expect, expectTypeOf, test } from 'vitest';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import { makeUseCases, type UseCases } from '../src/make-use-cases.ts';
import { allowing } from '../../core/test/authorizers.ts';

/** The types of the errors of a use case. */
type TypeOf<Case extends (input: never) => ResultAsync<unknown, unknown>> =
  ErrorOf<Case> extends { readonly type: infer Type } ? Type : never;

test('without an upstream there is nothing to sync, and no error of an upstream', () => {
  const [authorizer, store] = [allowing([]), createMemoryStore()];
  const useCases = makeUseCases({ authorizer, store });
  expect(useCases).not.toHaveProperty('syncProject');

  const alone = makeDeleteStrategy({ authorizer, strategies: store.strategies });
  type Own = 'StrategyNotFound' | 'StrategyNotEditable' | 'StoreUnavailable';
  expectTypeOf<TypeOf<typeof alone>>().toEqualTypeOf<Own | AuthorizerError['type']>();
  expectTypeOf<TypeOf<typeof useCases.deleteStrategy>>().toEqualTypeOf<TypeOf<typeof alone>>();
  expectTypeOf<TypeOf<typeof useCases.guardedDeleteStrategy>>().toEqualTypeOf<
    TypeOf<typeof alone> | 'BadData' | 'StrategyInUse'
  >();
  expectTypeOf<TypeOf<UseCases<string>['deleteStrategy']>>().toEqualTypeOf<
    TypeOf<typeof alone> | 'UpstreamRefused' | 'UpstreamUnavailable'
  >();
});
