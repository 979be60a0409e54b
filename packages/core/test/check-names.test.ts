import { createMemoryStore } from '../../store-memory/src/index.ts';
import { expect, test } from 'vitest';
import { makeUseCases, type StorePorts, type Target } from '@forewarn/core';
import { okAsync } from 'neverthrow';

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
  const ask = async (...targets: readonly Target[]) => {
    const questions = targets.map((target) => ({ target }));
    return (await getImpact({ credentials, questions }))._unsafeUnwrap().impacts;
  };
  const askShop = async (...targets: readonly Target[]) => {
    const questions = targets.map((target) => ({ target }));
    const command = { credentials, projectId: 'shop', questions };
    return (await getProjectImpact(command))._unsafeUnwrap().impacts;
  };
  return { ...others, store, ask, askShop };
}

const feature = (name: string): Target => ({ kind: 'feature', name });

test('a name that does not exist is no all-clear', async () => {
  const { askShop } = await worldWith(['shop']);
  const [known, missing, variants] = await askShop(feature('checkout'), feature('chekout'), {
    kind: 'featureVariants',
    feature: 'chekout',
  });

  expect(known).toMatchObject({ outcome: 'none', names: 'checked' });
  expect(missing).toMatchObject({ ...NOT_FOUND, notFound: { asOf: AS_OF, near: LISTED } });
  expect(variants).toMatchObject(NOT_FOUND);
});

test('says that names are unchecked without their list, or without the port', async () => {
  const { askShop, ask } = await worldWith(['shop']);
  expect(await askShop({ kind: 'segment', id: 3 }, { kind: 'user', name: 'ann' })).toMatchObject([
    UNCHECKED,
    UNCHECKED,
  ]);
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
  expect(await askShop(target)).toMatchObject([{ outcome: 'none', names: 'checked' }]);
  expect(await askShop({ ...target, name: 'x' })).toMatchObject([UNCHECKED]);

  const lists = { strategyDefinition: ['other'] };
  await store.names.replace({ projectId: 'shop', asOf: AS_OF, lists });
  expect(await askShop(target)).toMatchObject([{ outcome: 'none', names: 'checked' }]);
  expect(await askShop({ ...target, name: 'x' })).toMatchObject([NOT_FOUND]);
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
  const changeRequest = {
    id: 1,
    project: 'shop',
    environment: 'production',
    state: 'Scheduled',
    features: [{ name: 'new', changes }],
    segments: [],
  } as const;
  const credentials = 'key';
  expect(await askShop(feature('new'))).toMatchObject([NOT_FOUND]);
  (await recordScheduledChangeRequest({ credentials, changeRequest }))._unsafeUnwrap();
  expect(await askShop(feature('new'))).toMatchObject([{ outcome: 'some', names: 'checked' }]);
  const key = { projectId: 'shop', id: 1 };
  (await withdrawScheduledChangeRequest({ credentials, ...key }))._unsafeUnwrap();

  // What was recorded exists.
  expect(await askShop(feature('new'))).toMatchObject([{ outcome: 'none', names: 'checked' }]);
});

test('returns existing names for the first missing ones only', async () => {
  const { askShop } = await worldWith(['shop']);
  const missing = Array.from({ length: 12 }, (_, index) => feature(`missing-${index}`));
  const found = await askShop(...missing);

  expect(found.map(({ notFound }) => notFound?.near.length)).toEqual([
    ...Array.from({ length: 10 }, () => LISTED.length),
    0,
    0,
  ]);
});
