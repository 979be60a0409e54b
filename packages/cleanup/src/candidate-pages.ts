import { type CallOptions, type StoreUnavailable, toResultAsync } from '@forewarn/core';
import { type AsOf, compareBytes, olderOf, type StrategyDefinitions } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import {
  type Candidate,
  definitionOf,
  type DefinitionUse,
  featuresOf,
  isNewEnough,
  missingDefinition,
  unlistedFeature,
} from './candidates-of.ts';
import { MAX_USING } from './cleanup.ts';
import { type UsePorts, usesIn } from './uses-in.ts';

/** The place of a candidate: by project, then by name, in byte order. Definitions, which have no project, come first. */
export interface CleanupPlace {
  /** Empty for a definition. */
  readonly projectId: string;
  readonly name: string;
}

/** Candidates of one project, or definitions, that are planned together. */
export interface CandidateGroup {
  /** Where to look for what is scheduled. */
  readonly projectIds: readonly string[];
  /** Those of the page, and those of their children that are candidates, too. */
  readonly candidates: readonly Candidate[];
  /** Those of the page, in its order. */
  readonly shown: readonly Candidate[];
  /** When their use was read, in ISO 8601; absent if it was not. */
  readonly asOf?: string;
}

export interface CandidatePage {
  readonly groups: readonly CandidateGroup[];
  /** Where the next page begins; absent on the last one. */
  readonly next?: CleanupPlace;
  /** Whether there is a project whose features are not known, or too old, so that the page may lack candidates. */
  readonly hasUnread?: boolean;
}

/** Knows candidates. */
export interface CandidatePorts extends UsePorts {
  readonly strategies: Pick<StrategyDefinitions, 'list'>;
}

export interface CandidateQuery {
  /** The ids of the projects, in ascending byte order. */
  readonly projectIds: readonly string[];
  /** Whether definitions are candidates, too. */
  readonly hasDefinitions: boolean;
  readonly after?: CleanupPlace | undefined;
  readonly limit: number;
  readonly notBefore: string | undefined;
}

/** Maximum groups of a page. */
const MAX_GROUPS = 20;

/** Returns a page of the candidates: the definitions, then project by project. */
export async function candidatePage(
  ports: CandidatePorts,
  query: CandidateQuery,
  options: CallOptions,
): Promise<Result<CandidatePage, StoreUnavailable>> {
  const { projectIds, hasDefinitions, after, limit, notBefore } = query;
  const page = new Page(limit);
  if (hasDefinitions && (after === undefined || after.projectId === '')) {
    const listed = await definitionCandidates(ports, query, options);
    if (listed.isErr()) return err(listed.error);
    const { all, asOf } = listed.value;
    const rest = all.filter((each) => isAfter(each, '', after));
    page.add(all, { projectIds, rest, ...(asOf === undefined ? {} : { asOf }) });
  }
  const others = projectIds.filter(
    (id) => after === undefined || compareBytes(id, after.projectId) >= 0,
  );
  const unread = new Set(others);
  for await (const use of usesIn(ports, others, options)) {
    if (use.isErr()) return err(use.error);
    const { projectId, asOf } = use.value;
    if (isNewEnough(asOf, notBefore)) unread.delete(projectId);
    const all = featuresOf(use.value, { notBefore });
    const rest = all.filter((each) => isAfter(each, projectId, after));
    page.add(all, { projectIds: [projectId], rest, asOf });
    if (page.isFull) {
      // Later projects are on later pages.
      const hasUnread = [...unread].some((id) => compareBytes(id, projectId) < 0);
      return ok({ ...page.page(), hasUnread });
    }
  }
  return ok({ ...page.page(), hasUnread: unread.size > 0 });
}

/** Returns the definitions that are candidates, or those with these names, and when their use was read. */
async function definitionCandidates(
  ports: CandidatePorts,
  query: Pick<CandidateQuery, 'projectIds' | 'notBefore'>,
  options: CallOptions,
  names?: ReadonlySet<string>,
): Promise<
  Result<{ readonly all: readonly Candidate[]; readonly asOf?: string }, StoreUnavailable>
> {
  const listed = await toResultAsync(ports.strategies.list(options));
  if (listed.isErr()) return err(listed.error);
  const existing = new Set(listed.value.map(({ name }) => name));
  const now = new Date().toISOString();
  const missing = [...(names ?? [])]
    .filter((name) => !existing.has(name))
    .toSorted(compareBytes)
    .map((name) => missingDefinition(name, now));
  // Built-in ones are no candidates: nothing has to be read for them.
  const own = listed.value
    .filter(({ name, editable }) => editable && (names?.has(name) ?? true))
    .map(({ name }) => name);
  if (own.length === 0) return ok({ all: missing });
  const use = await definitionUse(ports, query, options, new Set(own));
  return use.map((known) => ({
    all: [...missing, ...own.map((name) => definitionOf(name, known))],
    ...(known.asOf === undefined ? {} : { asOf: known.asOf }),
  }));
}

/** Finds out which of some definitions are used in projects. */
async function definitionUse(
  ports: UsePorts,
  { projectIds, notBefore }: Pick<CandidateQuery, 'projectIds' | 'notBefore'>,
  options: CallOptions,
  wanted: ReadonlySet<string>,
): Promise<Result<DefinitionUse, StoreUnavailable>> {
  const used = new Map<string, { features: readonly string[]; count: number }>();
  const add = (definition: string, features: readonly string[]): void => {
    if (!wanted.has(definition)) return;
    const known = used.get(definition) ?? { features: [], count: 0 };
    // Very many can use one definition.
    const first = [...known.features, ...features].toSorted(compareBytes).slice(0, MAX_USING);
    used.set(definition, { features: first, count: known.count + features.length });
  };
  const asOfs: string[] = [];
  let mayBePlanned = false;
  for await (const use of usesIn(ports, projectIds, options)) {
    if (use.isErr()) return err(use.error);
    const { features, asOf, plannedDefinitions } = use.value;
    mayBePlanned ||= plannedDefinitions === undefined;
    for (const name of plannedDefinitions ?? []) add(name, []);
    const using = features.flatMap(({ name, definitions = [] }) =>
      definitions.map((definition) => ({ name, definition })),
    );
    for (const [definition, all] of Map.groupBy(using, (each) => each.definition)) {
      add(
        definition,
        all.map(({ name }) => name),
      );
    }
    const isTold = features.every(({ definitions }) => definitions !== undefined);
    if (isTold && isNewEnough(asOf, notBefore)) asOfs.push(asOf);
  }
  const asOf = asOfs.length === projectIds.length ? oldestIn(asOfs) : undefined;
  return ok({ used, mayBePlanned, ...(asOf === undefined ? {} : { asOf }) });
}

const oldestIn = (asOfs: readonly string[]): AsOf => asOfs.reduce<AsOf>(olderOf, undefined);

/** Takes candidates in until it is full. */
class Page {
  readonly #groups: CandidateGroup[] = [];
  #left: number;
  #isCut = false;

  /** @param limit maximum candidates */
  constructor(limit: number) {
    this.#left = limit;
  }

  /** Whether it takes no more candidates in. */
  get isFull(): boolean {
    return this.#isCut;
  }

  /** @param all candidates of one project, or definitions, of which those in `rest` are not on an earlier page */
  add(
    all: readonly Candidate[],
    { rest, ...of }: Pick<CandidateGroup, 'projectIds' | 'asOf'> & { readonly rest: typeof all },
  ): void {
    if (rest.length === 0) return;
    const shown = this.#groups.length < MAX_GROUPS ? rest.slice(0, this.#left) : [];
    this.#isCut ||= shown.length < rest.length;
    if (shown.length === 0) return;
    this.#left -= shown.length;
    this.#groups.push({ ...of, candidates: withChildren(shown, all), shown });
  }

  page(): CandidatePage {
    const last = this.#groups.at(-1)?.shown.at(-1);
    return this.#isCut && last !== undefined
      ? {
          groups: this.#groups,
          next: { projectId: last.project ?? '', name: last.target.name },
        }
      : { groups: this.#groups };
  }
}

const isAfter = (
  { target }: Candidate,
  projectId: string,
  after: CleanupPlace | undefined,
): boolean =>
  after === undefined || after.projectId !== projectId || compareBytes(target.name, after.name) > 0;

/** Adds the children that are candidates, and theirs. */
function withChildren(
  shown: readonly Candidate[],
  all: readonly Candidate[],
): readonly Candidate[] {
  const byName = new Map(all.map((each) => [each.target.name, each]));
  const added = new Set(shown);
  for (const { target, present } of added) {
    if (target.kind !== 'feature') continue;
    for (const name of present.children ?? []) {
      const child = byName.get(name);
      if (child !== undefined) added.add(child);
    }
  }
  return [...added];
}

/** Returns the definitions and the features with these names as candidates, whatever their state. */
export async function namedCandidates(
  ports: CandidatePorts,
  { definitions, features }: { readonly [Kind in 'definitions' | 'features']: readonly string[] },
  query: CandidateQuery,
  options: CallOptions,
): Promise<Result<CandidatePage, StoreUnavailable>> {
  const named = await namedFeatures(ports, features, query, options);
  if (named.isErr() || definitions.length === 0) return named;
  const found = await definitionCandidates(ports, query, options, new Set(definitions));
  return found.map(({ all, ...of }) => {
    const group = { projectIds: query.projectIds, candidates: all, shown: all, ...of };
    return { groups: [group, ...named.value.groups] };
  });
}

/** Returns the features with these names as candidates: by the project that they are in. */
async function namedFeatures(
  ports: CandidatePorts,
  names: readonly string[],
  { projectIds, hasDefinitions, notBefore }: CandidateQuery,
  options: CallOptions,
): Promise<Result<CandidatePage, StoreUnavailable>> {
  if (names.length === 0) return ok({ groups: [] });
  const missing = new Set(names);
  const groups: CandidateGroup[] = [];
  const asOfs: string[] = [];
  for await (const use of usesIn(ports, projectIds, options)) {
    if (use.isErr()) return err(use.error);
    const shown = featuresOf(use.value, { names: new Set(names), notBefore });
    for (const { target } of shown) missing.delete(target.name);
    const { projectId, asOf } = use.value;
    asOfs.push(asOf);
    if (shown.length > 0) groups.push({ projectIds: [projectId], candidates: shown, shown, asOf });
  }
  // Over all projects, one of which nothing is known may be in any of them.
  const [projectId] = hasDefinitions ? [] : projectIds;
  // Where the use of each project is known, what is in none of them is archived, or was never there.
  const isKnown =
    asOfs.length === projectIds.length && asOfs.every((asOf) => isNewEnough(asOf, notBefore));
  const missingAsOf = isKnown ? (oldestIn(asOfs) ?? '') : undefined;
  const others = [...missing]
    .toSorted(compareBytes)
    .map((name) => unlistedFeature(name, projectId, missingAsOf));
  return ok({
    groups: [
      ...(others.length === 0 ? [] : [{ projectIds, candidates: others, shown: others }]),
      ...groups,
    ],
  });
}
