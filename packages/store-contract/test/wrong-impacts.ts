import {
  type AskedTarget,
  covers,
  cutFairly,
  doubtsIn,
  findingsAmong,
  type ImpactFindings,
  type ImpactSearch,
  MAX_LISTED,
  MAX_LISTED_BYTES,
  type ScheduledChangeRequest,
  type Store,
  type TargetFindings,
  targetsOf,
} from '@forewarn/core';
import { ResultAsync } from 'neverthrow';
import { impactIn } from './reference-reader.ts';
import { byBytes, inOrderOfKey, type State } from './reference-state.ts';
import { type Matches, WRONG_MATCHES } from './wrong-searches.ts';
import { aMoment, inReader, wrong, type WrongStore } from './wrong-store.ts';

const PLAIN = 'ScheduledChangeRequestReader.impact';
const ATOMICITY = 'ScheduledChangeRequestReader.impact, atomicity';
const RULE = 'ScheduledChangeRequestReader.impact, against the rule';

const changing = (
  change: (found: ImpactFindings, search: ImpactSearch, state: State) => ImpactFindings,
) =>
  inReader((right, state) => ({
    impact: (search) => right.reader.impact(search).map((found) => change(found, search, state)),
  }));

const changingTargets = (
  change: (
    found: TargetFindings,
    one: AskedTarget,
    among: readonly ScheduledChangeRequest[],
  ) => Partial<TargetFindings>,
) =>
  changing((found, { asked, projectIds }, state) => {
    const among = inOrderOfKey(
      state.scheduled.filter(({ project }) => projectIds.includes(project)),
    );
    const targets = found.targets.map((each, index) => {
      const one = asked[index];
      return one === undefined ? each : { ...each, ...change(each, one, among) };
    });
    return structuredClone({ ...found, targets });
  });

const touchingBy = (matches: Matches) =>
  changingTargets((_, { target }, among) => {
    const touching = among.filter((each) => matches(targetsOf(each), [target]));
    return { count: touching.length, touching: touching.slice(0, MAX_LISTED) };
  });

const doubtfulBy = (
  isCovered: (one: AskedTarget, doubt: Parameters<typeof covers>[0]) => boolean,
) =>
  changingTargets((_, one, among) => {
    const doubtful = among.filter((each) => doubtsIn(each).some((doubt) => isCovered(one, doubt)));
    return { isDoubtful: doubtful.length > 0, doubtful: doubtful.slice(0, MAX_LISTED) };
  });

const lowerCase = <Named extends { readonly feature?: string }>(named: Named): Named =>
  named.feature === undefined ? named : { ...named, feature: named.feature.toLowerCase() };

const inOrderBy = (compare: (a: ScheduledChangeRequest, b: ScheduledChangeRequest) => number) =>
  changingTargets(({ touching, doubtful }) => ({
    touching: touching.toSorted(compare),
    doubtful: doubtful.toSorted(compare),
  }));

/** Lists of the first hundred, cut in another way. */
const cutting = (
  cut: (
    lists: readonly (readonly ScheduledChangeRequest[])[],
  ) => readonly (readonly ScheduledChangeRequest[])[],
) =>
  changing((found, { asked, projectIds }, state) => {
    const among = inOrderOfKey(
      state.scheduled.filter(({ project }) => projectIds.includes(project)),
    );
    const whole = asked.map((one) => [
      among.filter((each) => findingsAmong([each], [one])[0]?.count === 1).slice(0, MAX_LISTED),
      among
        .filter((each) => doubtsIn(each).some((doubt) => covers(doubt, one)))
        .slice(0, MAX_LISTED),
    ]);
    const lists = cut(whole.flat());
    const targets = found.targets.map((each, index) => ({
      ...each,
      touching: lists[2 * index] ?? [],
      doubtful: lists[2 * index + 1] ?? [],
    }));
    return structuredClone({ ...found, targets });
  });

const bytesOf = (each: ScheduledChangeRequest): number => Buffer.byteLength(JSON.stringify(each));

/** Stores with wrong impacts. */
export const wrongImpacts: readonly WrongStore[] = [
  ...WRONG_MATCHES.map(([flaw, matches]) => ({
    flaw: `${flaw} in an impact`,
    rejectedBy: [RULE],
    spoil: touchingBy(matches),
  })),
  ...wrong([PLAIN, RULE], {
    'ignores doubts': doubtfulBy(() => false),
    'ignores the features of doubts': doubtfulBy(({ target }, { kinds }) =>
      kinds.includes(target.kind),
    ),
  }),
  ...wrong([RULE], {
    'ignores the case of the features of doubts': doubtfulBy(({ target, ...asked }, doubt) => {
      const same = target.kind === 'featureVariants' ? lowerCase(target) : target;
      return covers(lowerCase(doubt), { target: same, ...lowerCase(asked) });
    }),
    'finds doubts only where nothing touches the target': changingTargets(({ count }) =>
      count > 0 ? { isDoubtful: false, doubtful: [] } : {},
    ),
  }),
  ...wrong([PLAIN, RULE], {
    'returns findings of each target once': changing((found, { asked }) => {
      const texts = asked.map((each) => JSON.stringify(each));
      const targets = found.targets.filter((_, index) => {
        return texts.indexOf(texts[index] ?? '') === index;
      });
      return { ...found, targets };
    }),
  }),
  ...wrong([PLAIN], {
    'looks for the first hundred targets only': changing((found) => ({
      ...found,
      targets: found.targets.map((each, index) =>
        index < 100 ? each : { count: 0, touching: [], isDoubtful: false, doubtful: [] },
      ),
    })),
  }),
  ...wrong([PLAIN, RULE], {
    'looks in all projects': changing((found, { asked }, state) => ({
      ...found,
      targets: impactIn(state, { asked, projectIds: state.projects.map(({ id }) => id) }).targets,
    })),
  }),
  ...wrong([PLAIN], {
    'returns projects that are not registered': changing((found, { projectIds }) => ({
      ...found,
      projects: projectIds
        .toSorted(byBytes)
        .map((projectId) => ({ projectId, coverage: { kind: 'none' } })),
    })),
    'counts the given projects to know whether there are others': changing(
      (found, { projectIds }, { projects }) => ({
        ...found,
        hasOtherProjects: projectIds.length < projects.length,
      }),
    ),
  }),
  ...wrong([PLAIN, RULE], {
    'orders the ids of change requests as texts': inOrderBy(
      (a, b) => byBytes(a.project, b.project) || byBytes(String(a.id), String(b.id)),
    ),
  }),
  ...wrong([PLAIN], {
    'lists change requests in the order of UTF-16 code units of their projects': inOrderBy(
      (a, b) => Number(a.project > b.project) - Number(a.project < b.project) || a.id - b.id,
    ),
    'counts what it lists': changingTargets(({ touching }) => ({ count: touching.length })),
    'lists more than a hundred': changingTargets((_, { target }, among) => ({
      touching: among.filter((each) => findingsAmong([each], [{ target }])[0]?.count === 1),
    })),
    'lists more than 4 MiB': cutting((lists) => lists),
    'counts UTF-16 code units for 4 MiB': cutting((lists) =>
      cutFairly(lists, (each) => JSON.stringify(each).length, MAX_LISTED_BYTES),
    ),
    'counts a change request once per list for 4 MiB': cutting((lists) =>
      cutFairly(
        lists.map((list) => list.map((each) => ({ ...each }))),
        bytesOf,
        MAX_LISTED_BYTES,
      ),
    ),
    'lists all of the first target before any of the second': cutting((lists) => {
      let left = MAX_LISTED_BYTES;
      return lists.map((list) =>
        list.filter((each) => {
          left -= bytesOf(each);
          return left >= 0;
        }),
      );
    }),
    'lists nothing when the first change request exceeds 4 MiB': cutting((lists) =>
      cutFairly(
        lists.map((list) => list.filter((each) => bytesOf(each) <= MAX_LISTED_BYTES)),
        bytesOf,
        MAX_LISTED_BYTES,
      ),
    ),
    'returns the same findings to every caller': inReader((right) => {
      const results = new Map<string, ReturnType<Store['reader']['impact']>>();
      return {
        impact: (search) => {
          const key = JSON.stringify(search);
          const result = results.get(key) ?? right.reader.impact(search);
          results.set(key, result);
          return result;
        },
      };
    }),
  }),
  ...wrong([ATOMICITY], {
    'reads each target in its own step': inReader((right, state) => {
      async function oneByOne({ asked, projectIds }: ImpactSearch): Promise<ImpactFindings> {
        const targets: TargetFindings[] = [];
        for (const one of asked) {
          targets.push(...impactIn(state, { asked: [one], projectIds }).targets);
          await aMoment();
        }
        return { ...impactIn(state, { asked: [], projectIds }), targets };
      }
      return {
        impact: (search) =>
          right.reader.impact(search).andThen(() => ResultAsync.fromSafePromise(oneByOne(search))),
      };
    }),
    'drops from listed JSON what a database type refuses': changing((found) =>
      JSON.parse(JSON.stringify(found).replaceAll('\\u0000', '')),
    ),
  }),
];
