import {
  compareListingPlaces,
  isListed,
  type ListingEntry,
  listingEntryOf,
  type ListingPage,
  type ListingQuery,
  matchesAny,
  type ScheduledChangeRequest,
  type Store,
  targetsOf,
} from '@forewarn/core';
import { ok, ResultAsync } from 'neverthrow';
import { listIn } from './reference-reader.ts';
import type { State } from './reference-state.ts';
import { aMoment, inReader, wrong, type WrongStore } from './wrong-store.ts';
import { whileOpen } from './while-open.ts';

const LIST = 'ScheduledChangeRequestReader.list';
const RULE = 'ScheduledChangeRequestReader.list, against the rule';
const ATOMICITY = 'ScheduledChangeRequestReader.list, atomicity';

const asking = (change: (query: ListingQuery) => ListingQuery) =>
  inReader((right) => ({ list: (query) => right.reader.list(change(query)) }));

const changing = (change: (page: ListingPage, query: ListingQuery) => Partial<ListingPage>) =>
  inReader((right) => ({
    list: (query) => right.reader.list(query).map((page) => ({ ...page, ...change(page, query) })),
  }));

/** Lists with another order or another rule. */
const listing = ({
  compare = compareListingPlaces,
  entryOf = listingEntryOf,
  passes = isListed,
}: {
  readonly compare?: (a: ListingEntry, b: ListingEntry) => number;
  readonly entryOf?: (changeRequest: ScheduledChangeRequest) => ListingEntry;
  readonly passes?: typeof isListed;
}) =>
  inReader((_right, state: State) => ({
    list: (query) =>
      whileOpen(state, undefined, () => {
        const { projectIds, after, anyOf, limit, maxBytes } = query;
        const found = state.scheduled
          .filter(({ project }) => projectIds.includes(project))
          .map((changeRequest) => ({ changeRequest, entry: entryOf(changeRequest) }))
          .filter(({ entry }) => passes(entry, query))
          .filter(
            ({ changeRequest }) =>
              anyOf === undefined || matchesAny(targetsOf(changeRequest), anyOf),
          )
          .toSorted((a, b) => compare(a.entry, b.entry))
          .filter(
            ({ entry }) =>
              after === undefined ||
              compare(entry, { environment: '', status: undefined, hasTrouble: false, ...after }) >
                0,
          );
        let left = maxBytes;
        const page = found.slice(0, limit).filter(({ changeRequest }, index) => {
          left -= Buffer.byteLength(JSON.stringify(changeRequest));
          return index === 0 || left >= 0;
        });
        return ok({
          ...listIn(state, { projectIds, limit: 1, maxBytes: 0 }),
          changeRequests: structuredClone(page.map(({ changeRequest }) => changeRequest)),
          hasMore: page.length < found.length,
        });
      }),
  }));

const textOf = ({ schedule }: ScheduledChangeRequest): string => schedule?.scheduledAt ?? '~';

/** Stores with wrong listings. */
export const wrongListings: readonly WrongStore[] = [
  ...wrong([LIST, RULE], {
    'ignores the place to begin after when listing': asking(({ after: _after, ...query }) => query),
    'begins a page of a listing with the last of the page before': listing({
      compare: (a, b) => compareListingPlaces(a, b) || 1,
    }),
    'says that a whole listing has more': changing(() => ({ hasMore: true })),
    'says that no listing has more': changing(() => ({ hasMore: false })),
    'lists newest first': listing({ compare: (a, b) => compareListingPlaces(b, a) }),
    'omits change requests without a time from listings': listing({
      passes: (entry, filter) => entry.scheduledAt < 1e15 && isListed(entry, filter),
    }),
    'ignores the targets of a listing': asking(({ anyOf: _anyOf, ...query }) => query),
    'lists everything for no targets': asking(({ anyOf, ...query }) =>
      anyOf?.length === 0 ? query : { ...query, anyOf },
    ),
    'lists a change request once per target that it touches': changing(
      ({ changeRequests }, { anyOf = [] }) => ({
        changeRequests: changeRequests.flatMap((each) => {
          const times = anyOf.filter((target) => matchesAny(targetsOf(each), [target])).length;
          return Array.from({ length: Math.max(1, times) }, () => each);
        }),
      }),
    ),
    'ignores the environments of a listing': asking(({ environments: _all, ...query }) => query),
  }),
  ...wrong([RULE], {
    'ignores the statuses of a listing': asking(({ statuses: _all, ...query }) => query),
    'ignores where a listing begins in time': asking(({ from: _from, ...query }) => query),
    'ignores where a listing ends in time': asking(({ to: _to, ...query }) => query),
    'lists the moment at which a listing ends': asking((query) =>
      query.to === undefined ? query : { ...query, to: query.to + 1 },
    ),
    'omits the moment at which a listing begins': asking((query) =>
      query.from === undefined ? query : { ...query, from: query.from + 1 },
    ),
    'ignores that only what needs attention is listed': asking(
      ({ needAttentionAt: _at, ...query }) => query,
    ),
    'keeps what needs attention as it was when it was recorded': listing({
      passes: (entry, { needAttentionAt, ...filter }) =>
        isListed(entry, filter) && (needAttentionAt === undefined || entry.hasTrouble),
    }),
    'takes what is overdue for all that needs attention': listing({
      entryOf: (changeRequest) => ({ ...listingEntryOf(changeRequest), hasTrouble: false }),
    }),
    'lists those without a time in any interval': listing({
      passes: (entry, filter) =>
        isListed(entry, filter) ||
        (entry.scheduledAt > 1e15 && isListed(entry, { ...filter, from: undefined })),
    }),
    'combines the filters of a listing with OR': listing({
      passes: (entry, { environments, statuses, ...filter }) =>
        isListed(entry, filter) &&
        (isListed(entry, { environments }) || isListed(entry, { statuses })),
    }),
  }),
  ...wrong([LIST], {
    'orders a listing by the text of the time': inReader((_right, state: State) => ({
      list: (query) =>
        whileOpen(state, undefined, () =>
          ok({
            ...listIn(state, { ...query }),
            changeRequests: structuredClone(
              state.scheduled
                .filter(({ project }) => query.projectIds.includes(project))
                .toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
                .slice(0, query.limit),
            ),
          }),
        ),
    })),
    'orders what has the same time by the text of the id': listing({
      compare: (a, b) =>
        compareListingPlaces({ ...a, id: 0 }, { ...b, id: 0 }) ||
        (String(a.id) < String(b.id) ? -1 : Number(a.id !== b.id)),
    }),
    'orders projects of a listing by UTF-16 code units': listing({
      compare: (a, b) =>
        a.scheduledAt - b.scheduledAt ||
        (a.projectId < b.projectId ? -1 : Number(a.projectId !== b.projectId)) ||
        a.id - b.id,
    }),
    'pages a listing by position': (right) => {
      // Each place is taken for the number of those at or before it, which change.
      const list: Store['reader']['list'] = (query) => {
        const { after, limit, ...rest } = query;
        if (after === undefined) return right.reader.list(query);
        const skipped = positions.get(JSON.stringify(after)) ?? 0;
        return right.reader.list({ ...rest, limit: skipped + limit }).map((page) => ({
          ...page,
          changeRequests: page.changeRequests.slice(skipped),
        }));
      };
      const positions = new Map<string, number>();
      return {
        ...right,
        reader: {
          ...right.reader,
          list: (query) =>
            list(query).map((page) => {
              const before = query.after && positions.get(JSON.stringify(query.after));
              for (const [index, each] of page.changeRequests.entries()) {
                const { scheduledAt, projectId, id } = listingEntryOf(each);
                const key = JSON.stringify({ scheduledAt, projectId, id });
                positions.set(key, (before ?? 0) + index + 1);
              }
              return page;
            }),
        },
      };
    },
    'ignores the limit of a listing': asking((query) => ({ ...query, limit: 1_000 })),
    'ignores the maximum size of a listing': asking((query) => ({ ...query, maxBytes: Infinity })),
    'returns an empty page for a long change request': changing(
      ({ changeRequests }, { maxBytes }) =>
        maxBytes === 0 ? { changeRequests: [] } : { changeRequests },
    ),
    'ignores the case of environments in listings': listing({
      passes: (entry, { environments, ...filter }) =>
        isListed(entry, filter) &&
        (environments === undefined ||
          environments.some((each) => each.toLowerCase() === entry.environment.toLowerCase())),
    }),
    'lists the coverage of every project': inReader((right, state: State) => ({
      list: (query) =>
        right.reader.list(query).map((page) => ({
          ...page,
          projects: listIn(state, { ...query, projectIds: state.projects.map(({ id }) => id) })
            .projects,
        })),
    })),
    'keeps listing a change request at its former place': inReader((right, state: State) => {
      const first = new Map<string, ListingEntry>();
      const entryOf = (each: ScheduledChangeRequest): ListingEntry => {
        const key = `${each.id} ${each.project}`;
        const entry = first.get(key) ?? listingEntryOf(each);
        first.set(key, entry);
        return entry;
      };
      return {
        list: (query) => {
          const all = state.scheduled.toSorted((a, b) =>
            compareListingPlaces(entryOf(a), entryOf(b)),
          );
          return right.reader.list(query).map((page) => ({
            ...page,
            changeRequests:
              query.after === undefined && page.changeRequests.length === all.length
                ? structuredClone(all)
                : page.changeRequests,
          }));
        },
      };
    }),
    'returns change requests of a listing without their payloads': changing(
      ({ changeRequests }) => ({
        changeRequests: changeRequests.map((each) => ({
          ...each,
          features: each.features.map(({ name, changes }) => ({
            name,
            changes: changes.map(({ action }) => ({ action })),
          })),
        })),
      }),
    ),
    'returns the change requests of a listing that it keeps': inReader((right, state: State) => ({
      list: (query) =>
        right.reader.list(query).map((page) => ({
          ...page,
          changeRequests: page.changeRequests.map(
            (each) =>
              state.scheduled.find(
                ({ id, project }) => id === each.id && project === each.project,
              ) ?? each,
          ),
        })),
    })),
  }),
  ...wrong([ATOMICITY], {
    'lists the projects of a page one after the other': inReader((right) => ({
      list: (query) =>
        new ResultAsync(
          (async () => {
            const pages: ListingPage[] = [];
            for (const projectId of query.projectIds) {
              const page = await right.reader.list({ ...query, projectIds: [projectId] });
              if (page.isErr()) return page;
              pages.push(page.value);
              await aMoment();
            }
            const changeRequests = pages
              .flatMap((page) => page.changeRequests)
              .toSorted((a, b) => compareListingPlaces(listingEntryOf(a), listingEntryOf(b)));
            return ok({ projects: [], changeRequests, hasMore: false });
          })(),
        ),
    })),
  }),
];
