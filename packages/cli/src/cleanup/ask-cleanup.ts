import type {
  CleanupCandidate,
  CleanupFilter,
  CleanupPage,
  Client,
  Failure,
} from '@forewarn/client';
import { type JoinedPages, joinPages, MAX_NAMED } from '@forewarn/cleanup';
import { type CutOff, readPages } from '../read-pages.ts';

/** What can be removed, and from when on. */
export interface CleanupPlan extends JoinedPages<CleanupCandidate> {
  readonly quietDays: number;
  /** Why the list is incomplete. */
  readonly failure?: Failure | CutOff;
}

/** The filters of a request that name what it is about. */
type NamedKind = 'features' | 'definitions';

/** What to plan. */
export interface CleanupQuestion {
  readonly project?: readonly string[] | undefined;
  readonly quietDays: number;
  /** Only these features and strategy definitions. */
  readonly named?: Readonly<Record<NamedKind, readonly string[]>> | undefined;
}

interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly maxPages?: number;
}

const MAX_PAGES = 5_000;

/** Maximum length of the names in the URL of a request. */
const MAX_URL = 4_000;
/** What a request has beside each name. */
const OVERHEAD = '&strategyDefinition='.length;

/** Asks what can be removed. Reads all pages. */
export async function askCleanup(
  client: Pick<Client, 'getCleanup'>,
  { project, quietDays, named }: CleanupQuestion,
  { signal, maxPages = MAX_PAGES }: AskOptions = {},
): Promise<CleanupPlan> {
  const projects =
    project === undefined ? [{}] : [...new Set(project)].map((projectId) => ({ projectId }));
  const batches = batchesOf([...new Set(named?.features)].map((name) => [name]));
  const parts =
    named === undefined
      ? [{}]
      : [
          ...batches.map((features) => ({ features })),
          ...batchesOf(named.definitions.map((name) => [name])).map((definitions) => ({
            definitions,
          })),
        ];
  let failure: CleanupPlan['failure'];
  const ask = async (asked: readonly CleanupFilter[]): Promise<CleanupPage[]> => {
    const pages: CleanupPage[] = [];
    for (const scope of projects.flatMap((one) => asked.map((each) => ({ ...one, ...each })))) {
      failure ??= await readPages({
        read: (at) => client.getCleanup({ quietDays, ...scope, ...at }, signal && { signal }),
        take: (page) => pages.push(page),
        hasRoom: () => pages.length < maxPages,
        narrowedBy: 'project',
      });
    }
    return pages;
  };
  const first = await ask(parts);
  const families = batches.length > 1 ? familiesApart(first, new Set(named?.features)) : [];
  const again = await ask(batchesOf(families).map((features) => ({ features })));
  const pages = again.length === 0 ? first : replaced(first, again, families);
  return { quietDays, ...joinPages(pages), ...(failure === undefined ? {} : { failure }) };
}

/**
 * Returns the features that only their children block, which are named, too, and were asked about in another request: each
 * before its children.
 */
function familiesApart(
  pages: readonly CleanupPage[],
  named: ReadonlySet<string>,
): readonly (readonly string[])[] {
  return pages
    .flatMap(({ candidates }) => candidates)
    .flatMap(({ target: { feature }, reasons, evidence }) => {
      const children = evidence.flatMap((each) => each.children ?? []);
      const isApart =
        reasons.length === 1 &&
        reasons[0] === 'has-children' &&
        children.every((name) => named.has(name));
      return feature !== undefined && isApart ? [[feature, ...children]] : [];
    });
}

/** Returns the pages with what was said of the parents when their children were asked about, too. */
function replaced(
  first: readonly CleanupPage[],
  again: readonly CleanupPage[],
  families: readonly (readonly string[])[],
): readonly CleanupPage[] {
  const parents = new Set(families.map(([parent]) => parent));
  const those = (pages: readonly CleanupPage[], areParents: boolean) =>
    pages.map((page) => ({
      ...page,
      candidates: page.candidates.filter(
        ({ target }) => parents.has(target.feature) === areParents,
      ),
    }));
  return [...those(first, false), ...those(again, true)];
}

/** Puts groups of names into as few requests as possible. One that fits a request is in one. */
function batchesOf(groups: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const batches: Set<string>[] = [];
  for (const group of groups) {
    const batch = batches.at(-1);
    if (batch === undefined || !fits([...batch, ...group])) batches.push(new Set());
    for (const name of group) {
      if (!fits([...(batches.at(-1) ?? []), name])) batches.push(new Set());
      batches.at(-1)?.add(name);
    }
  }
  return batches.map((batch) => [...batch]);
}

function fits(names: readonly string[]): boolean {
  const unique = [...new Set(names)];
  const length = unique.reduce((sum, name) => sum + encodeURIComponent(name).length + OVERHEAD, 0);
  return unique.length === 1 || (unique.length <= MAX_NAMED && length - OVERHEAD <= MAX_URL);
}
