import { isName, type StoreUnavailable } from '@forewarn/core';
import type {
  CompleteNames,
  FeatureUse,
  FeatureUseRepository,
  NameKind,
  NameRepository,
  Project,
} from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import pLimit from 'p-limit';
import { z } from 'zod';
import { MissingLines } from './missing-lines.ts';
import type { Section } from '@forewarn/wire/documents';
import type { SyncClock } from './sync-clock.ts';
import type { SyncOptions } from './sync-options.ts';
import { lineOf, type UnleashFailure } from './unleash-failure.ts';
import { readFeatureUse } from './read-feature-use.ts';
import { valuesIn } from './values-in.ts';

/** Maximum number of projects whose names are read at once. */
const MAX_CONCURRENCY = 2;
/** Page length of Unleash's search for features. */
const PAGE_LENGTH = 100;
/** Maximum number of pages of archived features in a project. */
const MAX_PAGES = 100;

/** A name or id, and the project that it belongs to, if it belongs to one. */
interface Named {
  readonly value: string;
  readonly project?: string | null | undefined;
}

const named = z.object({ name: z.string() }).transform(({ name }) => name);
const visible = z
  .object({ name: z.string(), visible: z.boolean().optional() })
  .transform((each) => (each.visible === false ? undefined : each.name));
const numbered = z
  .object({ id: z.int(), project: z.string().nullish() })
  .transform(({ id, project }): Named => ({ value: String(id), project }));
const owned = z
  .object({ name: z.string(), project: z.string().nullish() })
  .transform(({ name, project }): Named => ({ value: name, project }));

/**
 * Copies the names that exist in the projects where they are due. Kinds that can't be read stay as they are. Strategy ids are
 * not copied: Unleash lists them one feature at a time, and its bulk export records an event with all that it exports. Call it
 * once the change requests are copied: what these touch and the names lack is gone.
 */
export async function syncNames(
  options: Omit<SyncOptions, 'store'> & {
    readonly store: {
      readonly names?: Pick<NameRepository, 'replace'>;
      readonly featureUse?: Pick<FeatureUseRepository, 'replace'> | undefined;
    };
  },
  clock: SyncClock,
  projects: readonly Project[],
): Promise<Result<void, StoreUnavailable>> {
  const { store, areNamesDue = () => false, report, signal } = options;
  const due = store.names === undefined ? [] : projects.filter(({ id }) => areNamesDue(id));
  if (store.names === undefined || due.length === 0) return ok();
  const reading = new ListReading(options);
  // What is read may lack names that are new from here on.
  const asOf = clock();
  const segments = await reading.read('/segments', 'segments', numbered);
  const contextFields = await reading.read('/context?include=project', 'contextFields', owned);
  const strategyDefinition = await reading.read('/strategies', 'strategies', named);
  let broken: StoreUnavailable | undefined;
  const copy = async ({ id: projectId }: Project): Promise<void> => {
    const lists = {
      ...(await reading.features(projectId)),
      environment: await reading.read(
        `/environments/project/${encodeURIComponent(projectId)}`,
        'environments',
        visible,
      ),
      segment: existingIn(projectId, segments),
      contextField: existingIn(projectId, contextFields),
      strategyDefinition,
    } satisfies { readonly [Kind in NameKind]?: readonly string[] | undefined };
    const read = Object.entries(lists).filter(([, values]) => values !== undefined);
    const valid = read.map(([kind, values = []]) => [kind, values.filter(isName)]);
    if (broken !== undefined || signal?.aborted === true) return;
    const replaced = await store.names?.replace(
      { projectId, asOf, lists: Object.fromEntries(valid) },
      { signal },
    );
    // Otherwise, the project was deleted meanwhile.
    const failure =
      replaced?.isErr() && replaced.error.type === 'StoreUnavailable'
        ? replaced.error
        : await copyFeatureUse(
            { reading, featureUse: store.featureUse, signal },
            { projectId, asOf },
          );
    broken ??= failure;
  };
  const limit = pLimit(MAX_CONCURRENCY);
  await Promise.all(due.map((project) => limit(copy, project)));
  for (const line of reading.missing.all())
    report(`${line}; names that don't exist there go unnoticed`);
  for (const line of reading.unused.all())
    report(`${line}; whether features are used stays as it was`);
  return broken === undefined ? ok() : err(broken);
}

/** Copies how the features of a project are used, if the store keeps that. Returns why the store can't. */
async function copyFeatureUse(
  {
    reading,
    featureUse,
    signal,
  }: Pick<SyncOptions, 'signal'> &
    Pick<Parameters<typeof syncNames>[0]['store'], 'featureUse'> & {
      readonly reading: ListReading;
    },
  of: { readonly projectId: string; readonly asOf: string },
): Promise<StoreUnavailable | undefined> {
  if (featureUse === undefined) return undefined;
  const features = await reading.featureUse(of.projectId);
  if (features === undefined || signal?.aborted === true) return undefined;
  const replaced = await featureUse.replace({ ...of, features }, { signal });
  return replaced.isErr() && replaced.error.type === 'StoreUnavailable'
    ? replaced.error
    : undefined;
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
  readonly #options: Pick<SyncOptions, 'api' | 'signal'>;
  #isOver = false;

  constructor(options: Pick<SyncOptions, 'api' | 'signal'>) {
    this.#options = options;
  }

  /** Returns undefined if the list can't be read. */
  async read<T>(
    path: string,
    section: Section,
    schema: z.ZodType<T | undefined>,
  ): Promise<readonly T[] | undefined> {
    if (this.#isOver) return undefined;
    const { api, signal } = this.#options;
    const values = await api.getValues(
      path,
      (body) => valuesIn(body, section, schema, signal),
      signal,
    );
    return values.isOk() ? values.value : this.#failed(values.error, this.missing);
  }

  /** Returns undefined if that can't be read. */
  async featureUse(projectId: string): Promise<readonly FeatureUse[] | undefined> {
    if (this.#isOver) return undefined;
    const uses = await readFeatureUse(this.#options, projectId);
    return uses.isOk() ? uses.value : this.#failed(uses.error, this.unused);
  }

  #failed(failure: UnleashFailure, lines: MissingLines): undefined {
    // Another project is read meanwhile.
    this.#isOver ||= failure.type === 'UnleashUnavailable';
    lines.add(lineOf(failure));
  }

  /** The names of all features in a project, and of the archived ones among these, which the list of a project leaves out. */
  async features(
    projectId: string,
  ): Promise<Pick<CompleteNames['lists'], 'feature' | 'archivedFeature'>> {
    const id = encodeURIComponent(projectId);
    // The archived ones last, so that one that is archived meanwhile is in both lists.
    const features = await this.read(`/projects/${id}/features`, 'features', named);
    const archivedFeature = features && (await this.#archivedFeatures(id));
    return features === undefined || archivedFeature === undefined
      ? {}
      : { feature: [...features, ...archivedFeature], archivedFeature };
  }

  async #archivedFeatures(id: string): Promise<readonly string[] | undefined> {
    const all: string[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = `project=IS%3A${id}&archived=IS%3Atrue&limit=${PAGE_LENGTH}&offset=${page * PAGE_LENGTH}`;
      const archived = await this.read(`/search/features?${query}`, 'features', named);
      if (archived === undefined) return undefined;
      all.push(...archived);
      if (archived.length < PAGE_LENGTH) return all;
    }
    return undefined;
  }
}
