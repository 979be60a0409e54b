import {
  type CallOptions,
  type PortResult,
  type StoreUnavailable,
  toResultAsync,
} from '@forewarn/core';
import {
  compareBytes,
  type FeatureUseRepository,
  type ProjectFeatureUse,
  type StrategyDefinitions,
} from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import { FirstFeatures } from './first-features.ts';
import {
  type Candidate,
  type DefinitionUse,
  definitionsOf,
  featuresOf,
  isNewEnough,
  missingDefinition,
  missingFeature,
  unreadFeature,
} from './candidates-of.ts';

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

/** The candidates of a page. */
export interface CandidatePage {
  readonly groups: readonly CandidateGroup[];
  /** Where the next page begins; absent on the last one. */
  readonly next?: CleanupPlace;
}

/** Knows candidates. */
export interface CandidatePorts {
  readonly featureUse: Pick<FeatureUseRepository, 'find'>;
  readonly strategies: Pick<StrategyDefinitions, 'list'>;
}

/** Which candidates to list. */
export interface CandidateQuery {
  /** The ids of the projects, in ascending byte order. */
  readonly projectIds: readonly string[];
  /** Whether definitions are candidates, too. */
  readonly hasDefinitions: boolean;
  readonly after?: CleanupPlace | undefined;
  readonly limit: number;
  readonly notBefore: string | undefined;
}

/** How many projects are read at once, and maximum groups of a page. */
export const PROJECTS_AT_ONCE = 20;

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
  for (let at = 0; at < others.length && !page.isFull; at += PROJECTS_AT_ONCE) {
    const found = await usesIn(ports, others.slice(at, at + PROJECTS_AT_ONCE), options);
    if (found.isErr()) return err(found.error);
    for (const use of found.value) {
      const { projectId, asOf } = use;
      const all = featuresOf(use, { notBefore });
      const rest = all.filter((each) => isAfter(each, projectId, after));
      page.add(all, { projectIds: [projectId], rest, asOf });
    }
  }
  return ok(page.page());
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
  const candidates = definitionsOf(listed.value, { used: new Map(), mayBePlanned: false }, names);
  if (candidates.length === 0) return ok({ all: missing });
  const wanted = new Set(candidates.map(({ target }) => target.name));
  const use = await definitionUse(ports, query, options, wanted);
  return use.map((known) => ({
    all: [...missing, ...definitionsOf(listed.value, known, names)],
    ...(known.asOf === undefined ? {} : { asOf: known.asOf }),
  }));
}

/** Finds out which of some definitions are used in projects. */
async function definitionUse(
  ports: CandidatePorts,
  { projectIds, notBefore }: Pick<CandidateQuery, 'projectIds' | 'notBefore'>,
  options: CallOptions,
  wanted: ReadonlySet<string>,
): Promise<Result<DefinitionUse, StoreUnavailable>> {
  const used = new Map<string, FirstFeatures>();
  const add = (definition: string, feature?: string): void => {
    if (!wanted.has(definition)) return;
    const known = used.get(definition) ?? new FirstFeatures();
    used.set(definition, known);
    if (feature !== undefined) known.add(feature);
  };
  const asOfs: string[] = [];
  let mayBePlanned = false;
  for (let at = 0; at < projectIds.length; at += PROJECTS_AT_ONCE) {
    const found = await usesIn(ports, projectIds.slice(at, at + PROJECTS_AT_ONCE), options);
    if (found.isErr()) return err(found.error);
    for (const { features, asOf, plannedDefinitions } of found.value) {
      mayBePlanned ||= plannedDefinitions === undefined;
      for (const name of plannedDefinitions ?? []) add(name);
      for (const { name, definitions = [] } of features) {
        for (const definition of definitions) add(definition, name);
      }
      const isTold = features.every(({ definitions }) => definitions !== undefined);
      if (isTold && isNewEnough(asOf, notBefore)) asOfs.push(asOf);
    }
  }
  const [oldest] = asOfs.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const isKnown = oldest !== undefined && asOfs.length === projectIds.length;
  return ok({ used, mayBePlanned, ...(isKnown ? { asOf: oldest } : {}) });
}

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
    const shown = this.#groups.length < PROJECTS_AT_ONCE ? rest.slice(0, this.#left) : [];
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

const usesIn = (
  { featureUse }: CandidatePorts,
  projectIds: readonly string[],
  options: CallOptions,
): PortResult<readonly ProjectFeatureUse[], StoreUnavailable> =>
  featureUse.find(projectIds, options);

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
  for (let at = 0; at < projectIds.length; at += PROJECTS_AT_ONCE) {
    const found = await usesIn(ports, projectIds.slice(at, at + PROJECTS_AT_ONCE), options);
    if (found.isErr()) return err(found.error);
    for (const use of found.value) {
      const shown = featuresOf(use, { names: new Set(names), notBefore });
      for (const { target } of shown) missing.delete(target.name);
      const { projectId, asOf } = use;
      asOfs.push(asOf);
      if (shown.length > 0)
        groups.push({ projectIds: [projectId], candidates: shown, shown, asOf });
    }
  }
  // Over all projects, one of which nothing is known may be in any of them.
  const [projectId] = hasDefinitions ? [] : projectIds;
  // Where the use of each project is known, what is in none of them is archived, or was never there.
  const isKnown =
    asOfs.length === projectIds.length && asOfs.every((asOf) => isNewEnough(asOf, notBefore));
  const others = [...missing]
    .toSorted(compareBytes)
    .map((name) =>
      isKnown ? missingFeature(name, asOfs, projectId) : unreadFeature(name, projectId),
    );
  return ok({
    groups: [
      ...(others.length === 0 ? [] : [{ projectIds, candidates: others, shown: others }]),
      ...groups,
    ],
  });
}
