import { expect } from 'vitest';
import { fakeChangeRequest, type FakeUnleash } from '../../packages/unleash/test/fake-unleash.ts';
import type { StoredState } from './following-service.ts';
import type { UnleashAdmin } from './unleash-admin.ts';

type Ids = ReadonlyMap<string, readonly number[]>;

/** The change requests of the projects from a time on. */
interface Version {
  readonly time: number;
  readonly ids: Ids;
}

const PROJECTS = ['a', 'b', 'c', 'd', 'e', 'f'];

/**
 * Changes an Unleash round by round.
 *
 * @param unleash has the strategy definitions
 * @param fake has the projects and the change requests, which require Unleash Enterprise
 */
export function changingUnleash(unleash: UnleashAdmin, fake: FakeUnleash) {
  const versions: Version[] = [];
  return {
    /** Schedules and withdraws change requests, and adds and removes a project and a definition. */
    change: async (round: number): Promise<void> => {
      const gone = PROJECTS[round % PROJECTS.length];
      // The change requests of a project go with it: a sync that had listed them finds none of them.
      const ids = new Map(
        PROJECTS.map((project, p) => [
          project,
          Array.from(
            { length: project === gone ? 0 : 5 },
            (_, n) => p * 100 + ((round + n) % 9),
          ).toSorted(ascending),
        ]),
      );
      fake.state.changeRequests = [...ids].flatMap(([project, own]) =>
        own.map((id) => fakeChangeRequest(id, { project })),
      );
      fake.state.projects = PROJECTS.filter((id) => id !== gone).map((id) => ({ id, name: id }));
      versions.push({ time: Date.now(), ids });
      await unleash.ask('POST', '/strategies', { name: `definition-${round}`, parameters: [] });
      if (round > 1) await unleash.ask('DELETE', `/strategies/definition-${round - 2}`);
    },
    /** Expects each change request of a stored project to be as Unleash had it at the time of its data, or later. */
    expectHonestTimes: ({ projects }: StoredState): void => {
      for (const [id, { asOf, ids }] of projects) {
        if (asOf === undefined) continue;
        const since = versions.findLastIndex(({ time }) => time < asOf);
        // A sync reads one after the other, so they can be of several versions.
        const possible = versions
          .slice(Math.max(0, since))
          .map((version) => version.ids.get(id) ?? []);
        const always = possible.flat().filter((each) => possible.every((of) => of.includes(each)));
        const title = `${id} as of ${new Date(asOf).toISOString()}`;
        expect(possible.flat(), title).toEqual(expect.arrayContaining(ids));
        expect(ids, title).toEqual(expect.arrayContaining(always));
      }
    },
    /** Expects a store to have what Unleash has, and to know it. */
    expectEqual: async ({ projects, definitions }: StoredState): Promise<void> => {
      const { time, ids } = versions.at(-1) ?? { time: 0, ids: new Map() };
      for (const { asOf } of projects.values()) expect(asOf).toBeGreaterThan(time);
      const stored = Object.fromEntries([...projects].map(([id, own]) => [id, own.ids]));
      const listed = fake.state.projects.map(({ id }) => [id, ids.get(id)]);
      expect(stored).toEqual(Object.fromEntries(listed));
      expect(definitions).toEqual((await unleash.definitions()).toSorted());
    },
  };
}

const ascending = (a: number, b: number): number => a - b;
