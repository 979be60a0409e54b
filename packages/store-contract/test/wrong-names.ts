import { MAX_NEAR, type Name, type NameKind } from '@forewarn/record';
import { nearestNames, thirdsOf } from '@forewarn/impact';
import { okAsync } from 'neverthrow';
import { byBytes } from './reference-state.ts';
import { type WrongStore, afterAMoment, all, at, withOwn, wrong } from './wrong-store.ts';

const TIME = '2026-11-21T10:42:00.000Z';

const replace = at('names.replace');
const add = at('names.add');
const find = at('names.find');
const near = at('names.near');

const lower = <Asked extends Name>(name: Asked): Asked => ({
  ...name,
  value: name.value.toLowerCase(),
});

const nearAmong = (of: (value: string, listed: readonly string[]) => readonly string[]) =>
  near.instead(({ state }, projectIds, { kind, value }) => {
    const lists = state.names.filter((list) => list.kind === kind);
    const own = lists.filter(({ projectId }) => projectIds.includes(projectId));
    return okAsync(of(value, [...new Set(own.flatMap(({ values }) => values))]));
  });

/** Stores with wrong names. */
export const wrongNames: readonly WrongStore[] = wrong(['NameRepository'], {
  'takes every name for a known one': find.returning((found) =>
    found.map(() => ({ state: 'known' })),
  ),
  'takes names without a list for absent ones': find.returning((found) =>
    found.map((each) => (each.state === 'unchecked' ? { state: 'not-found', asOf: TIME } : each)),
  ),
  'checks no names': find.returning((found) => found.map(() => ({ state: 'unchecked' }))),
  'returns findings in another order': find.returning((found) => found.toReversed()),
  'returns a finding for each distinct name': find.passing((_, question) => [
    { ...question, names: [...new Map(question.names.map((name) => [name.value, name])).values()] },
  ]),
  'ignores the case of names': all(
    find.passing((_, question) => [{ ...question, names: question.names.map(lower) }]),
    replace.after((state) => {
      state.names = state.names.map((list) => ({
        ...list,
        values: list.values.map((value) => value.toLowerCase()),
      }));
    }),
  ),
  'needs no lists of all projects': find.passing((state, question) => [
    {
      ...question,
      projectIds: question.projectIds.filter((id) =>
        state.names.some(({ projectId }) => projectId === id),
      ),
    },
  ]),
  'looks in all projects': find.passing((state, question) => [
    { ...question, projectIds: state.projects.map(({ id }) => id) },
  ]),
  'looks in the first project': find.passing((_, { projectIds, names }) => [
    { projectIds: projectIds.slice(0, 1), names },
  ]),
  'returns the time of the newest list': find.returning((found, state) => {
    const newest =
      state.names
        .map(({ asOf }) => asOf)
        .toSorted()
        .at(-1) ?? '';
    return found.map((each) => (each.state === 'not-found' ? { ...each, asOf: newest } : each));
  }),
  'mixes the kinds': find.passing((_, question) => [
    { ...question, names: question.names.map((name) => ({ ...name, kind: 'feature' })) },
  ]),
  'adds a list to the stored one': replace.around((state, { projectId }) => {
    const before = state.names;
    return () => {
      state.names = state.names.map((list) => {
        const old = before.find((each) => each.projectId === projectId && each.kind === list.kind);
        return { ...list, values: [...(old?.values ?? []), ...list.values] };
      });
    };
  }),
  'drops the kinds that are not listed': replace.around((state, { projectId }) => {
    state.names = state.names.filter((list) => list.projectId !== projectId);
  }),
  'replaces the lists of all projects': replace.around((state, { lists }) => {
    state.names = state.names.filter(({ kind }) => !(kind in lists));
  }),
  'takes a list that is older than the stored one': replace.around((state) => {
    state.names = state.names.map((list) => ({ ...list, asOf: '' }));
  }),
  'ignores all lists if one is older': replace.instead(({ call, state }, names, options) =>
    state.names.some(({ asOf }) => asOf > names.asOf) ? okAsync() : call(names, options),
  ),
  'keeps the time of a list with the same names': replace.around((state, { lists }) => {
    const before = state.names;
    return () => {
      const same = before.find(({ kind, values }) => values.join() === lists[kind]?.join());
      if (same === undefined) return;
      state.names = state.names.map((list) =>
        list.kind === same.kind ? { ...list, asOf: same.asOf } : list,
      );
    };
  }),
  'takes names of an unknown project': all(
    replace.ignoring('ProjectNotFound'),
    replace.after((state, _, { projectId, asOf, lists: { feature: values = [] } }) => {
      const isThere = state.names.some((list) => list.projectId === projectId);
      if (!isThere)
        state.names.push({ projectId, kind: 'feature', asOf, values, added: new Map() });
    }),
  ),
  'makes a list of names that are added': add.around((state, projectId, names) => {
    const kinds = new Set<NameKind>(names.map(({ kind }) => kind));
    for (const kind of kinds) {
      if (state.names.some((list) => list.projectId === projectId && list.kind === kind)) continue;
      state.names.push({ projectId, kind, asOf: TIME, values: [], added: new Map() });
    }
  }),
  'adds no names': add.instead(() => okAsync()),
  'keeps added names when their list is replaced by the same one': withOwn(
    () => new Set<string>(),
    (listed) =>
      replace.instead(({ call, state }, names, options) => {
        const key = JSON.stringify(names.lists);
        const isSame = listed.has(key) && !('segment' in names.lists);
        listed.add(key);
        const before = state.names;
        return call(names, options).andTee(() => {
          if (!isSame) return;
          state.names = before.map((list) => ({ ...list, asOf: names.asOf }));
        });
      }),
  ),
  'remembers the names of a deleted project': at('projects.delete').around((state) => {
    const before = state.names;
    return () => {
      state.names = before;
    };
  }),
  'replaces a list in several steps': replace.instead(({ call }, { lists, ...rest }, options) => {
    const { feature = [], ...others } = lists;
    return call({ ...rest, lists: { ...lists, feature: feature.slice(0, 1) } }, options)
      .andThen(() => afterAMoment())
      .andThen(() => call({ ...rest, lists: 'feature' in lists ? lists : others }, options));
  }),
  'returns the nearest names of the first project only': near.passing((_, projectIds, name) => [
    projectIds.slice(0, 1),
    name,
  ]),
  'returns the names of all projects as near': near.passing((state, _, name) => [
    state.projects.map(({ id }) => id),
    name,
  ]),
  'returns near names in the order of UTF-16': near.returning((found) => found.toSorted()),
  'returns near names in byte order': near.returning((found) => found.toSorted(byBytes)),
  'returns the name itself as near': near.returning((found, _, __, { value }) => [value, ...found]),
  'returns no near names that differ in case only': near.returning((found, _, __, { value }) =>
    found.filter((each) => each.toLowerCase() !== value.toLowerCase()),
  ),
  'returns the names next to one in byte order as near': nearAmong((value, listed) => {
    const before = listed.filter((each) => byBytes(each, value) < 0).toSorted(byBytes);
    const after = listed.filter((each) => byBytes(each, value) > 0).toSorted(byBytes);
    return [...before.slice(-MAX_NEAR / 2), ...after.slice(0, MAX_NEAR / 2)];
  }),
  'looks for near names among the first ones only': nearAmong((value, listed) =>
    nearestNames(value, listed.toSorted(byBytes).slice(0, MAX_NEAR)),
  ),
  'returns near names of any length': nearAmong((value, listed) => {
    const found = nearestNames(value, listed);
    const others = listed.filter((each) => each !== value && !found.includes(each));
    const has = (each: string) => thirdsOf(value).some((third) => each.includes(third));
    return [...found, ...others.filter(has)].slice(0, MAX_NEAR);
  }),
  'returns any number of near names': nearAmong((value, listed) => {
    const found = nearestNames(value, listed);
    const others = found.length < MAX_NEAR ? [] : listed.filter((each) => !found.includes(each));
    return [...found, ...nearestNames(value, others)];
  }),
});
