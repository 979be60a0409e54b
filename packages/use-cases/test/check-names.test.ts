import type { CallOptions, Target } from '@forewarn/core';
import type { ImpactQuestion } from '@forewarn/impact';
import type { Name } from '@forewarn/record';
import type { StorePorts } from '@forewarn/store';
import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changeRequest as sample } from '../../core/test/samples.ts';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import { makeUseCases } from '../src/make-use-cases.ts';

const AS_OF = '2026-11-21T10:42:00.000Z';
const LISTED = ['basket', 'checkout', 'new-checkout'];
const NOT_FOUND = { outcome: 'unknown', reasons: ['not-found'], names: 'checked' };
const UNCHECKED = { outcome: 'none', reasons: [], names: 'unchecked' };

/** A live store with the projects `shop` and `office`, of which some have lists of features. */
async function worldWith(
  listed: readonly string[],
  {
    hidden,
    change = (store) => store,
  }: { readonly hidden?: string; readonly change?: (store: StorePorts) => StorePorts } = {},
) {
  const store = createMemoryStore();
  for (const id of ['shop', 'office']) {
    await store.projects.register({ id, name: id }, 'ann');
    await store.projects.declareLive(id, 'ann');
  }
  for (const projectId of listed) {
    await store.names.replace({ projectId, asOf: AS_OF, lists: { feature: LISTED } });
  }
  const { getImpact, getProjectImpact, ...others } = makeUseCases({
    authorizer: {
      authenticate: () => okAsync({ name: 'ann' }),
      authorize: () => okAsync(),
      permitted: (_principal, _permission, ids) => okAsync(ids.filter((id) => id !== hidden)),
    },
    store: change(store),
  });
  const credentials = 'key';
  const ask = async (...questions: readonly ImpactQuestion[]) => {
    return (await getImpact({ credentials, questions }))._unsafeUnwrap().impacts;
  };
  const askShop = async (...questions: readonly ImpactQuestion[]) => {
    const command = { credentials, projectId: 'shop', questions };
    return (await getProjectImpact(command))._unsafeUnwrap().impacts;
  };
  return { ...others, store, ask, askShop };
}

const asking = (target: Target): ImpactQuestion => ({ target });
const feature = (name: string): ImpactQuestion => asking({ kind: 'feature', name });

const CHECKOUT_VARIANTS: Target = { kind: 'featureVariants', feature: 'checkout' };

test('a name that does not exist is no all-clear', async () => {
  const { askShop } = await worldWith(['shop']);
  const [known, missing, variants] = await askShop(
    feature('checkout'),
    feature('chekout'),
    asking({ kind: 'featureVariants', feature: 'chekout' }),
  );

  expect(known).toMatchObject({ outcome: 'none', names: 'checked' });
  expect(missing).toMatchObject({ ...NOT_FOUND, notFound: { asOf: AS_OF, near: ['checkout'] } });
  expect(variants).toMatchObject(NOT_FOUND);
});

test('an environment that does not exist keeps no change request from being affected', async () => {
  const { askShop, ask, store, recordScheduledChangeRequest } = await worldWith(['shop']);
  const changes = [{ action: 'patchVariant', payload: [] }];
  const changeRequest = sample({ features: [{ name: 'checkout', changes }] });
  (await recordScheduledChangeRequest({ credentials: 'key', changeRequest }))._unsafeUnwrap();
  const update = { target: CHECKOUT_VARIANTS, intent: 'update' } as const;
  const ruleIn = async (
    inEnvironment: string,
    question = askShop,
    names = 'checked',
  ): Promise<unknown> => {
    const [impact] = await question({ ...update, inEnvironment });
    expect(impact).toMatchObject({ outcome: 'some', names });
    return impact?.changeRequests[0]?.touches[0]?.consequence?.rule;
  };
  // Their names are not known yet.
  expect(await ruleIn('producton', askShop, 'unchecked')).toBe('other-environment');

  const lists = { environment: ['production', 'staging'] };
  (await store.names.replace({ projectId: 'shop', asOf: AS_OF, lists }))._unsafeUnwrap();
  expect(await ruleIn('production')).toBe('variants-updated');
  expect(await ruleIn('staging')).toBe('other-environment');
  expect(await ruleIn('producton')).toBe('environment-not-found');
  // The other project may have it.
  expect(await ruleIn('producton', ask, 'unchecked')).toBe('other-environment');
});

test('an environment may exist in a project that the caller may not read', async () => {
  const { ask, store } = await worldWith(['shop'], { hidden: 'office' });
  const lists = { feature: LISTED, environment: ['production'] };
  (await store.names.replace({ projectId: 'shop', asOf: AS_OF, lists }))._unsafeUnwrap();
  const asked = { target: CHECKOUT_VARIANTS, inEnvironment: 'producton' };

  expect(await ask(asked)).toMatchObject([{ names: 'unchecked' }]);
});

test('a strategy of a feature that does not exist is no all-clear', async () => {
  const { askShop } = await worldWith(['shop']);
  const target: Target = { kind: 'strategy', id: '6a4c1f0e' };
  expect(await askShop({ target, feature: 'checkout' })).toMatchObject([UNCHECKED]);
  const [missing] = await askShop({ target, feature: 'chekout' });
  expect(missing).toMatchObject({ ...NOT_FOUND, notFound: { asOf: AS_OF, near: ['checkout'] } });
});

test('says that names are unchecked without their list, or without the port', async () => {
  const { askShop, ask } = await worldWith(['shop']);
  expect(
    await askShop(asking({ kind: 'segment', id: 3 }), asking({ kind: 'user', name: 'ann' })),
  ).toMatchObject([UNCHECKED, UNCHECKED]);
  expect(await ask(feature('chekout'), feature('checkout'))).toMatchObject([
    UNCHECKED,
    { outcome: 'none', names: 'checked' },
  ]);
  const without = await worldWith(['shop'], { change: ({ names: _names, ...rest }) => rest });
  expect(await without.askShop(feature('chekout'))).toMatchObject([UNCHECKED]);
});

test('a definition that the store has exists, whether names are known or not', async () => {
  const { askShop, store } = await worldWith(['shop']);
  const target: Target = { kind: 'strategyDefinition', name: 'default' };
  expect(await askShop(asking(target))).toMatchObject([{ outcome: 'none', names: 'checked' }]);
  expect(await askShop(asking({ ...target, name: 'x' }))).toMatchObject([UNCHECKED]);

  const lists = { strategyDefinition: ['other'] };
  await store.names.replace({ projectId: 'shop', asOf: AS_OF, lists });
  expect(await askShop(asking(target))).toMatchObject([{ outcome: 'none', names: 'checked' }]);
  expect(await askShop(asking({ ...target, name: 'x' }))).toMatchObject([NOT_FOUND]);
});

test('knows all stored definitions, by one call', async () => {
  let calls = 0;
  const counting = (store: StorePorts): StorePorts => ({
    ...store,
    strategies: {
      ...store.strategies,
      list: (options) => {
        calls += 1;
        return store.strategies.list(options);
      },
    },
  });
  const { askShop, store } = await worldWith(['shop'], { change: counting });
  const questions = Array.from({ length: 12 }, (_, index) =>
    asking({ kind: 'strategyDefinition', name: `sale-${index}` }),
  );
  const known = questions.map(() => ({ outcome: 'none', names: 'checked' }));
  for (const { target } of questions) {
    if (target.kind !== 'strategyDefinition') continue;
    const definition = { name: target.name, parameters: [], deprecated: false, editable: true };
    (await store.strategies.register(definition, 'ann'))._unsafeUnwrap();
  }
  // Without a list of names, and with one that is older.
  expect(await askShop(...questions)).toMatchObject(known);
  const lists = { strategyDefinition: ['other'] };
  await store.names.replace({ projectId: 'shop', asOf: AS_OF, lists });
  expect(await askShop(...questions)).toMatchObject(known);
  expect(calls).toBe(2);

  await askShop(feature('checkout'), asking({ kind: 'strategyDefinition', name: 'other' }));
  expect(calls).toBe(2);
});

test('over all projects, a name is missing only if no project has it', async () => {
  const { ask } = await worldWith(['shop', 'office']);
  expect(await ask(feature('chekout'))).toMatchObject([NOT_FOUND]);

  const partly = await worldWith(['shop', 'office'], { hidden: 'office' });
  expect(await partly.ask(feature('chekout'))).toMatchObject([
    { outcome: 'unknown', reasons: ['unreadable-projects'], names: 'unchecked' },
  ]);
});

test('a scheduled change that names a missing target still shows', async () => {
  const { askShop, recordScheduledChangeRequest, withdrawScheduledChangeRequest } = await worldWith(
    ['shop'],
  );
  const changes = [{ action: 'archiveFeature', payload: {} }];
  const changeRequest = sample({ features: [{ name: 'new', changes }] });
  const credentials = 'key';
  expect(await askShop(feature('new'))).toMatchObject([NOT_FOUND]);
  (await recordScheduledChangeRequest({ credentials, changeRequest }))._unsafeUnwrap();
  expect(await askShop(feature('new'))).toMatchObject([{ outcome: 'some', names: 'checked' }]);
  const key = { projectId: 'shop', id: 1 };
  (await withdrawScheduledChangeRequest({ credentials, ...key }))._unsafeUnwrap();

  // What was recorded exists.
  expect(await askShop(feature('new'))).toMatchObject([{ outcome: 'none', names: 'checked' }]);
});

test('needs no similar names to say that a name is missing', async () => {
  const failing = ({ names, ...store }: StorePorts): StorePorts =>
    names === undefined
      ? store
      : {
          ...store,
          names: { ...names, near: () => errAsync({ type: 'StoreUnavailable', cause: 'slow' }) },
        };
  const { askShop } = await worldWith(['shop'], { change: failing });
  const [missing] = await askShop(feature('chekout'));
  expect(missing).toMatchObject({ ...NOT_FOUND, notFound: { near: [] } });
});

test('returns similar names for the first missing ones only, and none for ids', async () => {
  const { askShop, store } = await worldWith(['shop']);
  const lists = { segment: ['3'] };
  (await store.names.replace({ projectId: 'shop', asOf: AS_OF, lists }))._unsafeUnwrap();
  const missing = Array.from({ length: 12 }, (_, index) => feature(`checkout${index}`));
  const found = await askShop(asking({ kind: 'segment', id: 33 }), ...missing);

  expect(found.map(({ notFound }) => notFound?.near)).toEqual([
    [],
    ...Array.from({ length: 10 }, () => ['checkout', 'new-checkout']),
    [],
    [],
  ]);
});

test('suggestions that take long are left out: the outcome is right without them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const looked: string[] = [];
  const aborted: string[] = [];
  const { askShop } = await worldWith(['shop'], {
    change: (store) => ({
      ...store,
      names: {
        ...store.names,
        near: (_projectIds: readonly string[], { value }: Name, { signal }: CallOptions = {}) => {
          looked.push(value);
          if (value === 'chekout') return okAsync(['checkout']);
          (signal as EventTarget).addEventListener('abort', () => aborted.push(value));
          return new ResultAsync(Promise.race<never>([]));
        },
      } as unknown as NonNullable<StorePorts['names']>,
    }),
  });

  const asked = askShop(feature('chekout'), feature('baskt'), feature('new-chekout'));
  await vi.advanceTimersByTimeAsync(1_000);

  expect(await asked).toMatchObject([
    { ...NOT_FOUND, notFound: { near: ['checkout'] } },
    { ...NOT_FOUND, notFound: { near: [] } },
    { ...NOT_FOUND, notFound: { near: [] } },
  ]);
  expect(looked).toEqual(['chekout', 'baskt']);
  expect(aborted).toEqual(['baskt']);
});
