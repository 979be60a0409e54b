import assert from 'node:assert/strict';
import { type CompleteNames, MAX_NEAR, type Name, type NameFinding } from '@forewarn/record';
import { nearestNames } from '@forewarn/impact';
import { PROJECT } from '../samples/change-request.ts';
import { LOOK_ALIKE_NAMES, UNORDERED_NAMES } from '../samples/names.ts';
import { closedCase, outageCase, signalCases } from '../suite/call-cases.ts';
import * as check from '../suite/check.ts';
import { type Contract, projectContractOf } from '../suite/contract.ts';
import { NAME_CALLS } from '../suite/every-call.ts';
import { overwriteDeeply } from '../suite/overwriting.ts';
import type { NamePorts } from '../suite/ports.ts';
import { lookDuring, repeat, times } from '../suite/rounds.ts';
import { BY, registerProjects } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const OTHER = 'office';
const EARLY = '2026-11-21T10:42:00.000Z';
const LATE = '2026-11-21T10:43:00.000Z';
/** Later than anything that a case adds. */
const FUTURE = '2100-01-01T00:00:00.000Z';
const KNOWN: NameFinding = { state: 'known' };
const UNCHECKED: NameFinding = { state: 'unchecked' };
const notFound = (asOf = EARLY): NameFinding => ({ state: 'not-found', asOf });

const feature = (value: string): Name => ({ kind: 'feature', value });

const replace = (
  { names }: NamePorts,
  lists: CompleteNames['lists'],
  own: Partial<CompleteNames> = {},
): Promise<void> => valueOf(names.replace({ projectId: PROJECT, asOf: EARLY, lists, ...own }));

const find = (
  { names }: NamePorts,
  asked: readonly Name[],
  projectIds: readonly string[] = [PROJECT],
): Promise<readonly NameFinding[]> => valueOf(names.find({ projectIds, names: asked }));

const near = (
  { names }: NamePorts,
  value: string,
  projectIds: readonly string[] = [PROJECT],
): Promise<readonly string[]> => valueOf(names.near(projectIds, feature(value)));

async function finds(store: NamePorts, expected: Readonly<Record<string, NameFinding>>) {
  const asked = Object.keys(expected).map(feature);
  assert.deepEqual(await find(store, asked), Object.values(expected));
}

const look = (store: NamePorts): Promise<readonly NameFinding[]> =>
  find(store, ['a', 'b', 'new', 'added'].map(feature));

const NAMES = {
  calls: NAME_CALLS,
  fill: async (store: NamePorts): Promise<void> => {
    await store.projects.register({ id: PROJECT, name: PROJECT }, BY);
    await replace(store, { feature: ['a', 'b'] });
  },
};

export const nameContract: Contract<NamePorts> = projectContractOf<NamePorts>('NameRepository', {
  'knows no name to be absent until its kind is listed': async ({ store }) => {
    await replace(store, { segment: ['1'] });
    await finds(store, { a: UNCHECKED });
    await replace(store, { feature: [] });
    await finds(store, { a: notFound() });
  },
  'tells the listed names from the others, in the order of the question': async ({ store }) => {
    await replace(store, { feature: ['a', 'b', 'a'] });
    const asked = ['b', 'c', 'a', 'b', 'c'].map(feature);
    const expected = [KNOWN, notFound(), KNOWN, KNOWN, notFound()];
    assert.deepEqual(await find(store, asked), expected);
    assert.deepEqual(await find(store, []), []);
  },
  'compares names byte for byte': async ({ store }) => {
    const [absent, ...listed] = [...new Set(LOOK_ALIKE_NAMES)];
    await replace(store, { feature: listed });
    const found = await find(store, [absent ?? '', ...listed].map(feature));
    assert.deepEqual(found, [notFound(), ...listed.map(() => KNOWN)]);
  },
  'replaces the names of the listed kinds, and of no other kind or project': async ({ store }) => {
    await registerProjects(store, OTHER);
    await replace(store, { feature: ['old', 'kept'], segment: ['1'] });
    await replace(store, { feature: ['old'] }, { projectId: OTHER });
    await replace(store, { feature: ['kept', 'new'] }, { asOf: LATE });
    await finds(store, { old: notFound(LATE), kept: KNOWN, new: KNOWN });
    assert.deepEqual(await find(store, [feature('old')], [OTHER]), [KNOWN]);
    assert.deepEqual(await find(store, [{ kind: 'segment', value: '1' }]), [KNOWN]);
    assert.deepEqual(await find(store, [{ kind: 'segment', value: 'kept' }]), [notFound()]);
  },
  'ignores a list that is older than the stored one, kind by kind': async ({ store }) => {
    await replace(store, { feature: ['a'] }, { asOf: LATE });
    await replace(store, { feature: ['b'], segment: ['1'] });
    await finds(store, { a: KNOWN, b: notFound(LATE) });
    assert.deepEqual(await find(store, [{ kind: 'segment', value: '1' }]), [KNOWN]);
  },
  'replaces a list of a time in the future, which a wrong clock gave it': async ({ store }) => {
    await replace(store, { feature: ['a'] }, { asOf: FUTURE });
    await replace(store, { feature: ['b'] });
    await finds(store, { a: notFound(), b: KNOWN });
  },
  'takes the time of a list with the same names': async ({ store }) => {
    await replace(store, { feature: ['a'] });
    await replace(store, { feature: ['a'] }, { asOf: LATE });
    await finds(store, { a: KNOWN, b: notFound(LATE) });
  },
  'knows a name of any project, and its absence only from lists of all': async ({ store }) => {
    await registerProjects(store, OTHER);
    await replace(store, { feature: ['a'] }, { asOf: LATE });
    const both = [PROJECT, OTHER];
    const asked = ['a', 'b', 'c'].map(feature);
    assert.deepEqual(await find(store, asked, both), [KNOWN, UNCHECKED, UNCHECKED]);
    await replace(store, { feature: ['b'] }, { projectId: OTHER });
    assert.deepEqual(await find(store, asked, both), [KNOWN, KNOWN, notFound()]);
    assert.deepEqual(await find(store, asked, [...both, 'none']), [KNOWN, KNOWN, UNCHECKED]);
    assert.deepEqual(await find(store, asked, []), [UNCHECKED, UNCHECKED, UNCHECKED]);
  },
  'returns ProjectNotFound for a project that is not registered': async ({ store }) => {
    const unknown = { projectId: 'none', asOf: EARLY, lists: { feature: ['a'] } };
    const expected = { type: 'ProjectNotFound', projectId: 'none' };
    await check.fails(store.names.replace(unknown), expected);
    await registerProjects(store, 'none');
    assert.deepEqual(await find(store, [feature('a')], ['none']), [UNCHECKED]);
  },
  'adds names to a list until one of a later time replaces it, and makes no list': async ({
    store,
  }) => {
    const added = [feature('a'), feature('b'), { kind: 'segment', value: '1' }] as const;
    await valueOf(store.names.add(PROJECT, added));
    await finds(store, { a: UNCHECKED });
    await replace(store, { feature: ['a'] });
    await repeat(2, () => valueOf(store.names.add(PROJECT, added)));
    await finds(store, { a: KNOWN, b: KNOWN, c: notFound() });
    assert.deepEqual(await find(store, [{ kind: 'segment', value: '1' }]), [UNCHECKED]);
    for (const listed of ['b', 'a']) {
      await replace(store, { feature: ['a', listed] }, { asOf: LATE });
      await finds(store, { a: KNOWN, b: KNOWN });
    }
    await replace(store, { feature: ['a'] }, { asOf: FUTURE });
    await finds(store, { a: KNOWN, b: notFound(FUTURE) });
    await valueOf(store.names.add('none', added));
  },
  'has no feature as archived any more that is added as new': async ({ store }) => {
    const archived: Name = { kind: 'archivedFeature', value: 'a' };
    for (const [areNew, expected] of [
      [false, KNOWN],
      [true, notFound()],
    ] as const) {
      await replace(store, { feature: ['a'], archivedFeature: ['a', 'b'] });
      await valueOf(store.names.add(PROJECT, [feature('a')], { areNew }));
      const asked = [archived, { ...archived, value: 'b' }, feature('a')];
      assert.deepEqual(await find(store, asked), [expected, KNOWN, KNOWN]);
    }
  },
  'forgets the names of a deleted project': async ({ store }) => {
    await replace(store, { feature: ['a'] });
    await valueOf(store.projects.delete(PROJECT, BY));
    await finds(store, { a: UNCHECKED });
    await registerProjects(store, PROJECT);
    await finds(store, { a: UNCHECKED });
    await replace(store, { feature: ['b'] });
    await finds(store, { a: notFound(), b: KNOWN });
  },
  'shows all of a list or nothing of it': async ({ store }) => {
    await replace(store, { feature: ['kept', ...times(50, (index) => `old ${index}`)] });
    const asked = times(50, (index) => feature(`new ${index}`));
    const seen: number[] = [];
    const lists = { feature: ['kept', ...asked.map(({ value }) => value)] };
    const lookForAll = async (): Promise<void> => {
      const [kept, ...found] = await find(store, [feature('kept'), ...asked]);
      assert.deepEqual(kept, KNOWN);
      seen.push(found.filter(({ state }) => state === 'known').length);
    };
    await lookDuring(() => replace(store, lists), lookForAll);
    check.allOrNone(seen, asked.length);
  },
  'finds a misspelt name among very many that begin alike': async ({ store }) => {
    const steps = times(MAX_NEAR, (index) => `checkout-step-${1_000 + index}`);
    await replace(store, { feature: [...steps, 'checkout'] });
    for (const value of ['chekout', 'checkuot', 'Chekout']) {
      assert.deepEqual(await near(store, value), ['checkout']);
    }
  },
  'finds a name in another case among very many others': async ({ store }) => {
    const others = times(3 * MAX_NEAR, (index) => `billing-${1_000 + index}`);
    await replace(store, { feature: [...others, 'checkout'] });
    for (const value of ['Checkout', 'CHECKOUT', 'chECKout']) {
      assert.deepEqual(await near(store, value), ['checkout']);
    }
  },
  'returns names with more thirds of one first, then those nearer in length': async ({ store }) => {
    const asked = 'new-basket-x'; // new- bask et-x
    const expected = ['old-basket-x', 'new-basket', 'new-banner-x', 'the-basket', 'new-shop'];
    await replace(store, {
      feature: ['old', 'new-basket-and-more', asked, ...expected.toReversed()],
    });
    assert.deepEqual(await near(store, asked), expected);
  },
  'compares near names character by character, in the case of ASCII letters only': async ({
    store,
  }) => {
    const names = ['%%%', 'x%%', '___', 'ÄÖÜ', 'äÖü', 'äöü', '😀abcd', '😀abc'];
    await replace(store, { feature: names });
    assert.deepEqual(await near(store, '%%q'), ['%%%', 'x%%']);
    assert.deepEqual(await near(store, '_q_'), ['___']);
    assert.deepEqual(await near(store, 'ÄÖU'), ['ÄÖÜ', 'äÖü']);
    assert.deepEqual(await near(store, '😀😀😀'), ['😀abc']);
  },
  'returns near names of all projects, of one kind, each once, and not itself': async ({
    store,
  }) => {
    await registerProjects(store, OTHER);
    const half = UNORDERED_NAMES.filter((_, index) => index % 2 === 0);
    await replace(store, { feature: half, segment: ['a0'] });
    await replace(store, { feature: UNORDERED_NAMES.slice(1) }, { projectId: OTHER });
    for (const value of [...UNORDERED_NAMES, 'a0', 'zz', 'abc']) {
      const expected = nearestNames(value, UNORDERED_NAMES);
      assert.deepEqual(await near(store, value, [PROJECT, OTHER]), expected, value);
    }
    assert.deepEqual(await near(store, 'Aa'), nearestNames('Aa', half));
    assert.deepEqual(await near(store, 'Aa', []), []);
  },
  'returns the first of very many near names, in byte order': async ({ store }) => {
    const names = times(MAX_NEAR - 1, (index) => `flag 1${100 + index}`);
    const [last, beyond] = ['flag 1\uff61xy', 'flag 1\u{1f600}xy'];
    await replace(store, { feature: [beyond, last, ...names.toReversed()] });
    assert.deepEqual(await near(store, 'flag 100x'), [...names, last]);
  },
  'replaces lists of any length': async ({ store }) => {
    const names = times(5_000, (index) => `flag ${index}`);
    await replace(store, { feature: names });
    await replace(store, { feature: names.slice(1) }, { asOf: LATE });
    await finds(store, { 'flag 0': notFound(LATE), 'flag 1': KNOWN, 'flag 4999': KNOWN });
  },
  'ends with one of the lists that replace each other at once': async ({ store }) => {
    const lists = times(10, (index) => [`a ${index}`, `b ${index}`]);
    await Promise.all(lists.map((list) => replace(store, { feature: list })));
    const found = await find(store, lists.flat().map(feature));
    const known = lists.flat().filter((_, index) => found[index]?.state === 'known');
    assert.ok(
      lists.some((list) => list.join() === known.join()),
      known.join(),
    );
  },
  'returns findings that are the caller’s own': async ({ store }) => {
    await replace(store, { feature: ['a'] });
    overwriteDeeply(await find(store, [feature('a'), feature('b')]));
    overwriteDeeply(await near(store, 'A'));
    await finds(store, { a: KNOWN, b: notFound() });
    assert.deepEqual(await near(store, 'A'), ['a']);
  },
  'is not exported, records no event, and belongs to one store': async ({ store, open }) => {
    await check.nothingChanges(store, async () => {
      await replace(store, { feature: ['a'] });
      await valueOf(store.names.add(PROJECT, [feature('b')]));
    });
    const other = await open();
    await registerProjects(other, PROJECT);
    await finds(other, { a: UNCHECKED });
  },
  ...closedCase(NAMES),
  ...outageCase(NAMES, look),
  ...signalCases(NAMES, look),
});
