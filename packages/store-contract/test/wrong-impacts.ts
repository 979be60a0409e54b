import {
  type AskedTarget,
  covers,
  findingsAmong,
  MAX_LISTED,
  MAX_LISTED_BYTES,
  type TargetFindings,
} from '@forewarn/impact';
import { doubtsIn, scheduledAtOf, UNSCHEDULED } from '@forewarn/record';
import { cutRoundRobin } from '@forewarn/platform';
import { matchesAny, type ScheduledChangeRequest, targetsOf } from '@forewarn/core';
import { ResultAsync } from 'neverthrow';
import { impactIn, scheduledIn } from './reference-reader.ts';
import { byBytes, byId } from './reference-state.ts';
import { type Matches, WRONG_MATCHES } from './wrong-searches.ts';
import { type WrongStore, aMoment, at, wrong } from './wrong-store.ts';

const readerImpact = at('reader.impact');

const PLAIN = 'ScheduledChangeRequestReader.impact';
const ATOMICITY = 'ScheduledChangeRequestReader.impact, atomicity';
const RULE = 'ScheduledChangeRequestReader.impact, against the rule';

type Lists = readonly (readonly ScheduledChangeRequest[])[];

const changingTargets = (
  change: (
    found: TargetFindings,
    one: AskedTarget,
    among: readonly ScheduledChangeRequest[],
  ) => Partial<TargetFindings>,
) =>
  readerImpact.returning((found, state, { asked, projectIds }) => {
    const among = scheduledIn(state, projectIds);
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

type Compare = (a: ScheduledChangeRequest, b: ScheduledChangeRequest) => number;

const inOrderBy = (compare: Compare) =>
  changingTargets(({ touching, doubtful }) => ({
    touching: touching.toSorted(compare),
    doubtful: doubtful.toSorted(compare),
  }));

const byTime: Compare = (a, b) => scheduledAtOf(a) - scheduledAtOf(b);
const byKey: Compare = (a, b) => byBytes(a.project, b.project) || byId(a, b);
const timeOf = ({ schedule }: ScheduledChangeRequest): string => schedule?.scheduledAt ?? '~';

const isPending = ({ schedule }: ScheduledChangeRequest): boolean => schedule?.status === 'pending';

const untimedFirst = (each: ScheduledChangeRequest): number =>
  scheduledAtOf(each) === UNSCHEDULED ? -Infinity : scheduledAtOf(each);

const isTouching = (each: ScheduledChangeRequest, one: AskedTarget): boolean =>
  findingsAmong([each], [one])[0]?.count === 1;

/** Lists of the first hundred, cut in another way. */
const cutting = (cut: (lists: Lists) => Lists) =>
  readerImpact.returning((found, state, { asked, projectIds }) => {
    const among = scheduledIn(state, projectIds);
    const isDoubtful = (each: ScheduledChangeRequest, one: AskedTarget) =>
      doubtsIn(each).some((doubt) => covers(doubt, one));
    const whole = asked.flatMap((one) =>
      [isTouching, isDoubtful].map((isListed) =>
        among.filter((each) => isListed(each, one)).slice(0, MAX_LISTED),
      ),
    );
    const lists = cut(whole);
    const targets = found.targets.map((each, index) => ({
      ...each,
      touching: lists[2 * index] ?? [],
      doubtful: lists[2 * index + 1] ?? [],
    }));
    return structuredClone({ ...found, targets });
  });

const bytesOf = (each: ScheduledChangeRequest): number => Buffer.byteLength(JSON.stringify(each));

/** Cuts other lists fairly to 4 MiB. */
const cuttingFairly = (change: (list: Lists[number]) => Lists[number], sizeOf = bytesOf) =>
  cutting((lists) => cutRoundRobin(lists.map(change), sizeOf, MAX_LISTED_BYTES));

/** Stores with wrong impacts. */
export const wrongImpacts: readonly WrongStore[] = [
  ...Object.entries(WRONG_MATCHES).flatMap(([flaw, matches]) =>
    wrong([RULE], { [`${flaw} in an impact`]: touchingBy(matches) }),
  ),
  ...wrong([PLAIN, RULE], {
    'ignores doubts': doubtfulBy(() => false),
    'ignores the features of doubts': doubtfulBy(({ target }, { kinds }) =>
      kinds.includes(target.kind),
    ),
    'returns findings of each target once': readerImpact.returning((found, _, { asked }) => {
      const texts = asked.map((each) => JSON.stringify(each));
      const isFirst = (index: number) => texts.indexOf(texts[index] ?? '') === index;
      return { ...found, targets: found.targets.filter((_target, index) => isFirst(index)) };
    }),
    'looks in all projects': readerImpact.returning((found, state, { asked }) => ({
      ...found,
      targets: impactIn(state, { asked, projectIds: state.projects.map(({ id }) => id) }).targets,
    })),
    'orders the ids of change requests as texts': inOrderBy(
      (a, b) =>
        byTime(a, b) || byBytes(a.project, b.project) || byBytes(String(a.id), String(b.id)),
    ),
    'lists change requests in the order of their projects and ids': inOrderBy(byKey),
  }),
  ...wrong([RULE], {
    'finds what is in other environments': touchingBy(
      (touched, asked) =>
        matchesAny(touched, asked) || asked.some(({ kind }) => kind === 'environment'),
    ),
    'finds nothing without changes in an environment': changingTargets((found) => {
      const touching = found.touching.filter(
        ({ features, segments }) => features.length + segments.length > 0,
      );
      return { count: touching.length, touching };
    }),
    'ignores the case of the features of doubts': doubtfulBy(({ target, ...asked }, doubt) => {
      const same = target.kind === 'featureVariants' ? lowerCase(target) : target;
      return covers(lowerCase(doubt), { target: same, ...lowerCase(asked) });
    }),
    'finds doubts only where nothing touches the target': changingTargets(({ count }) =>
      count > 0 ? { isDoubtful: false, doubtful: [] } : {},
    ),
  }),
  ...wrong([PLAIN], {
    'looks for the first hundred targets only': readerImpact.returning((found) => ({
      ...found,
      targets: found.targets.map((each, index) =>
        index < 100 ? each : { count: 0, touching: [], isDoubtful: false, doubtful: [] },
      ),
    })),
    'returns projects that are not registered': readerImpact.returning(
      (found, _, { projectIds }) => ({
        ...found,
        projects: projectIds
          .toSorted(byBytes)
          .map((projectId) => ({ projectId, coverage: { kind: 'none' as const } })),
      }),
    ),
    'counts the given projects to know whether there are others': readerImpact.returning(
      (found, { projects }, { projectIds }) => ({
        ...found,
        hasOtherProjects: projectIds.length < projects.length,
      }),
    ),
    'lists change requests in the order of UTF-16 code units of their projects': inOrderBy(
      (a, b) =>
        byTime(a, b) || Number(a.project > b.project) - Number(a.project < b.project) || byId(a, b),
    ),
    'orders times as texts': inOrderBy((a, b) => byBytes(timeOf(a), timeOf(b)) || byKey(a, b)),
    'lists failed and suspended change requests last': inOrderBy(
      (a, b) => Number(isPending(b)) - Number(isPending(a)) || byTime(a, b) || byKey(a, b),
    ),
    'lists change requests without a time first': inOrderBy((a, b) =>
      byTime(a, b) === 0 ? byKey(a, b) : untimedFirst(a) - untimedFirst(b),
    ),
    'lists the soonest of the first hundred by id': changingTargets((_, one, among) => {
      const first = among.filter((each) => isTouching(each, one)).toSorted(byKey);
      return { touching: first.slice(0, MAX_LISTED).toSorted(byTime) };
    }),
    'counts what it lists': changingTargets(({ touching }) => ({ count: touching.length })),
    'lists more than a hundred': changingTargets((_, one, among) => ({
      touching: among.filter((each) => isTouching(each, one)),
    })),
    'lists more than 4 MiB': cutting((lists) => lists),
    'counts UTF-16 code units for 4 MiB': cuttingFairly(
      (list) => list,
      (each) => JSON.stringify(each).length,
    ),
    'counts a change request once per list for 4 MiB': cuttingFairly((list) =>
      list.map((each) => ({ ...each })),
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
    'lists nothing when the first change request exceeds 4 MiB': cuttingFairly((list) =>
      list.filter((each) => bytesOf(each) <= MAX_LISTED_BYTES),
    ),
    'returns the same findings to every caller': readerImpact.caching(),
  }),
  ...wrong([ATOMICITY], {
    'reads each target in its own step': readerImpact.instead(
      ({ state }, { asked, projectIds }) => {
        const oneByOne = async () => {
          const targets: TargetFindings[] = [];
          for (const one of asked) {
            targets.push(...impactIn(state, { asked: [one], projectIds }).targets);
            await aMoment();
          }
          return { ...impactIn(state, { asked: [], projectIds }), targets };
        };
        return ResultAsync.fromSafePromise(oneByOne());
      },
    ),
    'drops from listed JSON what a database type refuses': readerImpact.returning((found) =>
      JSON.parse(JSON.stringify(found).replaceAll('\\u0000', '')),
    ),
  }),
];
