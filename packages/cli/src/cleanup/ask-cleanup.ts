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
  const ask = async (asked: readonly CleanupFilter[]): Promise<readonly CleanupPage[]> => {
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
  let pages = await ask(parts);
  const families: Families = new Map();
  while (batches.length > 1 && growFamilies(families, pages, new Set(named?.features))) {
    const asked = batchesOf([...families.values()].map((family) => [...family]));
    pages = replaced(pages, await ask(asked.map((features) => ({ features }))), families);
  }
  return { quietDays, ...joinPages(pages), ...(failure === undefined ? {} : { failure }) };
}

/** Features whose children were asked about in other requests, each before these children. */
type Families = Map<string, Set<string>>;

/**
 * Adds the features that only their children block, which are named, too. Returns whether that adds any: a response names only the
 * children that its request lacks.
 */
function growFamilies(
  families: Families,
  pages: readonly CleanupPage[],
  named: ReadonlySet<string>,
): boolean {
  let hasGrown = false;
  for (const { target, reasons, evidence } of pages.flatMap(({ candidates }) => candidates)) {
    const { feature } = target;
    const children = evidence.flatMap((each) => each.children ?? []);
    if (feature === undefined || reasons.some((reason) => reason !== 'has-children')) continue;
    const family = families.get(feature) ?? new Set([feature]);
    const isApart = children.some((name) => !family.has(name));
    if (!isApart || !children.every((name) => named.has(name))) continue;
    families.set(feature, new Set([...family, ...children]));
    hasGrown = true;
  }
  return hasGrown;
}

/** Returns the pages with what was said of the parents when their children were asked about, too. */
function replaced(
  before: readonly CleanupPage[],
  again: readonly CleanupPage[],
  families: Families,
): readonly CleanupPage[] {
  const those = (pages: readonly CleanupPage[], areParents: boolean) =>
    pages.map((page) => ({
      ...page,
      candidates: page.candidates.filter(
        ({ target }) => families.has(target.feature ?? '') === areParents,
      ),
    }));
  return [...those(before, false), ...those(again, true)];
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
