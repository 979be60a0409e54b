import { isName, type StoreUnavailable } from '@forewarn/core';
import type {
  CompleteNames,
  FeatureUse,
  FeatureUseRepository,
  NameKind,
  NameRepository,
  Project,
  ProjectFeatureUse,
} from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import pLimit from 'p-limit';
import { z } from 'zod';
import { FeatureSearch, type FoundInProjects } from './feature-search.ts';
import { MissingLines } from './missing-lines.ts';
import { plannedDefinitions } from './planned-definitions.ts';
import type { Section } from '@forewarn/wire/documents';
import type { SyncClock } from './sync-clock.ts';
import type { SyncOptions } from './sync-options.ts';
import { lineOf, type UnleashFailure } from './unleash-failure.ts';
import {
  type ListedFeature,
  listedFeature,
  readFeatureUse,
  type StrategyReads,
} from './read-feature-use.ts';
import { valuesIn } from './values-in.ts';

/** Maximum number of features that a sync reads for their strategies only. Of the others, these stay unknown. */
const MAX_STRATEGY_READS = 500;
/** Maximum number of lists in which Unleash has an error. More are an error of Unleash as a whole. */
const MAX_BROKEN = 3;
/** Maximum number of projects whose names are read at once. */
const MAX_CONCURRENCY = 2;
/** A name or id, and the project that it belongs to, if it belongs to one. */
interface Named {
  readonly value: string;
  readonly project?: string | null | undefined;
}

const visible = z
  .object({ name: z.string(), visible: z.boolean().optional() })
  .transform((each) => (each.visible === false ? undefined : each.name));
const defined = z.object({ name: z.string(), editable: z.boolean().optional() });
const numbered = z
  .object({ id: z.int(), project: z.string().nullish() })
  .transform(({ id, project }): Named => ({ value: String(id), project }));
const owned = z
  .object({ name: z.string(), project: z.string().nullish() })
  .transform(({ name, project }): Named => ({ value: name, project }));

/** Where to copy names from and to. */
export interface SyncNamesOptions extends Omit<SyncOptions, 'store'> {
  readonly store: {
    readonly names?: Pick<NameRepository, 'replace'>;
    readonly featureUse?: Pick<FeatureUseRepository, 'replace'> | undefined;
  };
}

/**
 * Copies the names that exist in the projects where they are due, and how their features are used. What can't be read stays as it
 * is. Strategy ids are not copied: Unleash lists them one feature at a time, and its bulk export records an event with all that it
 * exports. Call it once the change requests are copied: what these touch and the names lack is gone.
 */
export async function syncNames(
  options: SyncNamesOptions,
  clock: SyncClock,
  projects: readonly Project[],
): Promise<Result<void, StoreUnavailable>> {
  const { api, projectIds, areNamesDue = () => false, featureSearch, report, signal } = options;
  const { names } = options.store;
  if (names === undefined) return ok();
  let due = new Set(projects.filter(({ id }) => areNamesDue(id)));
  if (due.size === 0 && featureSearch === undefined) return ok();
  const search = featureSearch ?? new FeatureSearch({ api, projectIds });
  const reading = new ListReading(options);
  let copied: Result<void, StoreUnavailable>;
  do {
    // Before the lists, so that what is archived meanwhile is in one of both.
    const found = await reading.search(search, clock);
    const wanted = projects.filter(
      (each) => due.has(each) || (found !== undefined && search.awaiting.has(each.id)),
    );
    copied = await copyNames({ ...options, names, reading, search, found }, clock, wanted);
    due = new Set();
  } while (copied.isOk() && (await search.canContinue(signal)));
  for (const line of reading.missing.all())
    report(`${line}; names that don't exist there go unnoticed`);
  for (const line of reading.unused.all())
    report(`${line}; whether features are used stays as it was`);
  for (const line of reading.unplanned.all())
    report(`${line}; whether release plans use definitions is not known`);
  return copied;
}

/** What a copy reads from, and writes to. */
interface Copying extends SyncNamesOptions {
  readonly names: Pick<NameRepository, 'replace'>;
  readonly reading: ListReading;
  readonly search: FeatureSearch;
  /** What the last whole search found, if any. */
  readonly found: FoundInProjects | undefined;
}

async function copyNames(
  copying: Copying,
  clock: SyncClock,
  due: readonly Project[],
): Promise<Result<void, StoreUnavailable>> {
  if (due.length === 0) return ok();
  const { names, reading, search, found, signal } = copying;
  // What is read may lack names that are new from here on.
  const asOf = clock();
  const segments = await reading.read('/segments', 'segments', numbered);
  const contextFields = await reading.read('/context?include=project', 'contextFields', owned);
  const definitions = await reading.read('/strategies', 'strategies', defined);
  // Without one of its own, nothing asks of which definitions strategies are.
  const isOwn = definitions?.some(({ editable }) => editable !== false) === true;
  if (isOwn) await reading.readPlannedDefinitions();
  let broken: StoreUnavailable | undefined;
  const limit = pLimit(MAX_CONCURRENCY);
  const listed = new Map(
    await Promise.all(
      due.map(({ id }) =>
        limit(async () => [id, await reading.features(encodeURIComponent(id))] as const),
      ),
    ),
  );
  const existing = new Set([...listed.values()].flatMap((all = []) => all.map(({ name }) => name)));
  const copy = async ({ id: projectId }: Project): Promise<void> => {
    const id = encodeURIComponent(projectId);
    const features = listed.get(projectId);
    const lists = {
      ...(features && found && featureLists(features, found.in(projectId), existing)),
      environment: await reading.read(`/environments/project/${id}`, 'environments', visible),
      segment: existingIn(projectId, segments),
      contextField: existingIn(projectId, contextFields),
      strategyDefinition: definitions?.map(({ name }) => name),
    } satisfies { readonly [Kind in NameKind]?: readonly string[] | undefined };
    const read = Object.entries(lists).filter(([, values]) => values !== undefined);
    const valid = read.map(([kind, values = []]) => [kind, values.filter(isName)]);
    if (broken !== undefined || signal?.aborted === true) return;
    const replaced = await names.replace(
      { projectId, asOf, lists: Object.fromEntries(valid) },
      { signal },
    );
    // Otherwise, the project was deleted meanwhile.
    const failure =
      replaced.isErr() && replaced.error.type === 'StoreUnavailable'
        ? replaced.error
        : await copyFeatureUse(copying, projectId, features);
    const areRead = features !== undefined && read.length === Object.keys(lists).length;
    if (found === undefined || (!areRead && reading.wasInterrupted)) search.awaiting.add(projectId);
    else search.awaiting.delete(projectId);
    broken ??= failure;
  };
  await Promise.all(due.map((project) => limit(copy, project)));
  return broken === undefined ? ok() : err(broken);
}

/** Copies how the features of a project are used, if the store keeps that. Returns why the store can't. */
async function copyFeatureUse(
  { reading, found, signal, store: { featureUse } }: Copying,
  projectId: string,
  listed: readonly ListedFeature[] | undefined,
): Promise<StoreUnavailable | undefined> {
  if (featureUse === undefined || listed === undefined || found === undefined) return undefined;
  const features = await reading.featureUse(projectId, listed, found);
  if (features === undefined || signal?.aborted === true) return undefined;
  // The list is newer.
  const { asOf } = found;
  const use = { projectId, asOf, features, ...reading.planned };
  const replaced = await featureUse.replace(use, { signal });
  return replaced.isErr() && replaced.error.type === 'StoreUnavailable'
    ? replaced.error
    : undefined;
}

/**
 * The names of all features in a project, and of the archived ones among these, which the list of a project leaves out.
 *
 * @param existing the names in the lists of all projects that were read now
 */
function featureLists(
  listed: readonly ListedFeature[],
  { active, archived }: ReturnType<FoundInProjects['in']>,
  existing: ReadonlySet<string>,
): Pick<CompleteNames['lists'], 'feature' | 'archivedFeature'> {
  const names = new Set(listed.map(({ name }) => name));
  // What the search found, and no newer list has, was archived meanwhile. What another project lists was moved there.
  const archivedFeature = [...active.keys(), ...archived].filter((name) => !existing.has(name));
  return { feature: [...names, ...archivedFeature], archivedFeature };
}

/** The names of what exists in a project: what belongs to it, or to no project. */
const existingIn = (projectId: string, all?: readonly Named[]): readonly string[] | undefined =>
  all?.filter(({ project }) => (project ?? projectId) === projectId).map(({ value }) => value);

/** Reads lists of names, and how features are used, until Unleash no longer responds. */
class ListReading {
  /** Why names are missing. */
  readonly missing = new MissingLines();
  /** Why it is not known how features are used. */
  readonly unused = new MissingLines();
  /** Why it is not known what release plans use. */
  readonly unplanned = new MissingLines();
  /** How many features may still be read for their strategies. */
  readonly strategyReads: StrategyReads = { left: 0 };
  /** What release plans use, as far as that is read. */
  planned: Pick<ProjectFeatureUse, 'plannedDefinitions'> = {};
  readonly #options: Pick<SyncNamesOptions, 'api' | 'signal' | 'store'>;
  /** Whether Unleash did not respond, so that what is missing may be read soon. An error of its own may stay. */
  wasInterrupted = false;
  #isOver = false;
  #broken = 0;

  constructor(options: Pick<SyncNamesOptions, 'api' | 'signal' | 'store'>) {
    this.#options = options;
  }

  /** Returns undefined if the list can't be read, which `lines` say, too. */
  async read<T>(
    path: string,
    section: Section,
    schema: z.ZodType<T | undefined>,
    ...lines: readonly MissingLines[]
  ): Promise<readonly T[] | undefined> {
    if (this.#isOver) return undefined;
    const { api, signal } = this.#options;
    const values = await api.getValues(
      path,
      (body) => valuesIn(body, section, schema, signal),
      signal,
    );
    return values.isOk() ? values.value : this.#failed(values.error, this.missing, ...lines);
  }

  /** Returns undefined if no search has ended, or the last one failed. */
  async search(search: FeatureSearch, clock: SyncClock): Promise<FoundInProjects | undefined> {
    const found = await search.advance(clock, this.#options.signal);
    if (found.isOk()) return found.value;
    // Other endpoints may respond all the same.
    for (const lines of [this.missing, ...this.#linesOfUse]) lines.add(lineOf(found.error));
    return undefined;
  }

  /** Returns undefined if the features of a project can't be read. */
  features(id: string): Promise<readonly ListedFeature[] | undefined> {
    return this.read(`/projects/${id}/features`, 'features', listedFeature, ...this.#linesOfUse);
  }

  /** Reads which definitions release plans use. From then on, features are read for their strategies. */
  async readPlannedDefinitions(): Promise<void> {
    this.strategyReads.left = MAX_STRATEGY_READS;
    if (this.#isOver || this.#options.store.featureUse === undefined) return;
    const found = await plannedDefinitions(this.#options);
    // Other endpoints may respond all the same.
    if (found.isErr()) this.unplanned.add(lineOf(found.error));
    const names = found.unwrapOr(undefined);
    this.planned = names === undefined ? {} : { plannedDefinitions: names };
  }

  get #linesOfUse(): readonly MissingLines[] {
    return this.#options.store.featureUse === undefined ? [] : [this.unused];
  }

  /** Returns undefined if that can't be read. */
  async featureUse(
    projectId: string,
    listed: readonly ListedFeature[],
    found: FoundInProjects,
  ): Promise<readonly FeatureUse[] | undefined> {
    if (this.#isOver) return undefined;
    const { active } = found.in(projectId);
    const { strategyReads } = this;
    const uses = await readFeatureUse(this.#options, projectId, listed, active, strategyReads);
    return uses.isOk() ? uses.value : this.#failed(uses.error, this.unused);
  }

  /** Ends the reading once Unleash no longer responds. Few errors of its own say nothing about other lists. */
  #failed(failure: UnleashFailure, ...all: readonly MissingLines[]): undefined {
    for (const lines of all) lines.add(lineOf(failure));
    if (failure.type !== 'UnleashUnavailable') return;
    this.#broken += 1;
    // Another project is read meanwhile.
    this.wasInterrupted ||= failure.reason !== 'status 500';
    this.#isOver ||= this.wasInterrupted || this.#broken > MAX_BROKEN;
  }
}
