import { isDeepStrictEqual } from 'node:util';
import {
  type PortResult,
  type ProjectNotFound,
  type StoreUnavailable,
  toResultAsync,
} from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { type FeatureUseRepository, scheduledAtOf, type StateEntry } from '@forewarn/record';
import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { hashSecret } from '../keys/api-key-authorizer.ts';
import type { KnownKey, KnownKeys } from '../keys/known-key.ts';
import { isSampleProject, SAMPLE_PROJECTS, sampleNames, sampleState } from './sample-state.ts';
import { sampleUse } from './sample-use.ts';

type Sampled = Pick<Store, 'names' | 'projects' | 'transfer'> & {
  /** Absent in a service without clean-up. */
  readonly featureUse?: Pick<FeatureUseRepository, 'replace'> | undefined;
};

/** Loads the sample into an empty store, or over a sample that is out of date. Returns whether the store holds no other project. */
export function loadSample(store: Sampled): ResultAsync<boolean, StoreUnavailable> {
  return toResultAsync(store.projects.list()).andThen((projects) => {
    if (!projects.every(isSampleProject)) return okAsync(false);
    const isDue = projects.length === 0 ? okAsync(true) : new ResultAsync(isOutdated(store));
    return isDue.andThen((due) => (due ? load(store) : okAsync(true)));
  });
}

const load = ({ featureUse, names, transfer }: Sampled): ResultAsync<true, StoreUnavailable> =>
  toResultAsync(transfer.import<never>(sampleEntries()))
    .mapErr((error) => {
      if (error.type === 'DataOutdated') throw new Error('the sample is no sync');
      return error;
    })
    .andThen(() => nameAll(names))
    .andThen(() => useAll(featureUse))
    .map((): true => true);

/** Makes the names of the sample known, so that a misspelt one is no all-clear. */
function nameAll(names: Store['names']): ResultAsync<unknown, StoreUnavailable> {
  const now = new Date();
  const asOf = now.toISOString();
  return ofEach(
    (projectId) =>
      names?.replace({ projectId, asOf, lists: sampleNames(projectId, now) }) ?? okAsync(),
  );
}

/** Makes known how the features of the sample are used, so that some are candidates of a clean-up. */
function useAll(featureUse: Sampled['featureUse']): ResultAsync<unknown, StoreUnavailable> {
  const now = new Date();
  return ofEach((projectId) => featureUse?.replace(sampleUse(projectId, now)) ?? okAsync());
}

/** Does something for each project of the sample that is still there. */
const ofEach = (
  replace: (projectId: string) => PortResult<void, ProjectNotFound | StoreUnavailable>,
): ResultAsync<unknown, StoreUnavailable> =>
  ResultAsync.combine(
    SAMPLE_PROJECTS.map(({ id }) =>
      toResultAsync(replace(id)).orElse((error) =>
        error.type === 'ProjectNotFound' ? ok() : err(error),
      ),
    ),
  );

/**
 * Whether a change request of the sample has become overdue. False if anything was added to it or changed in it, so that no work is
 * lost. What the README deletes comes back.
 */
async function isOutdated({ transfer }: Sampled): Promise<Result<boolean, StoreUnavailable>> {
  let loadedAt = 0;
  let loaded: readonly StateEntry[] = [];
  for await (const read of transfer.export()) {
    if (read.isErr()) return err(read.error);
    const entry = read.value;
    if (entry.kind === 'project') {
      // The projects come first.
      if (entry.coverage?.kind !== 'as-of') return ok(false);
      loadedAt = Date.parse(entry.coverage.asOf);
      loaded = sampleState(new Date(loadedAt));
    } else if (!isBuiltIn(entry) && !loaded.some((each) => isDeepStrictEqual(each, entry))) {
      return ok(false);
    }
  }
  return ok(aheadOf(loaded, Date.now()) < aheadOf(loaded, loadedAt));
}

const isBuiltIn = (entry: StateEntry): boolean =>
  entry.kind === 'strategy' && !entry.definition.editable;

/** How many change requests are scheduled for later. */
const aheadOf = (entries: readonly StateEntry[], now: number): number =>
  entries.filter(
    (entry) =>
      entry.kind === 'scheduled' &&
      entry.changeRequest.schedule?.status === 'pending' &&
      scheduledAtOf(entry.changeRequest) > now,
  ).length;

async function* sampleEntries() {
  const now = new Date();
  for (const entry of sampleState(now)) yield ok(entry);
  const asOf = now.toISOString();
  for (const { id: projectId } of SAMPLE_PROJECTS) {
    yield ok({ kind: 'complete', projectId, asOf, source: 'import' } as const);
  }
}

/** The secret in the README. It is public, so it is never stored and permits only what the README's examples need. */
export const SAMPLE_SECRET = 'forewarn-sample-key';

const SAMPLE_KEY: KnownKey = {
  name: 'sample',
  secretHash: hashSecret(SAMPLE_SECRET),
  permissions: ['PROJECT_CHANGE_REQUEST_READ', 'DELETE_STRATEGY'],
  projects: SAMPLE_PROJECTS.map(({ id }) => id),
};

/** Some keys, and the sample's key while the store holds no other project. */
export function withSampleKey(keys: KnownKeys, { projects }: Pick<Store, 'projects'>): KnownKeys {
  const sampleKeys = () =>
    toResultAsync(projects.list()).map((all) => (all.every(isSampleProject) ? [SAMPLE_KEY] : []));
  return {
    find: (secretHash, options) =>
      secretHash === SAMPLE_KEY.secretHash
        ? sampleKeys().map(([key]) => key)
        : keys.find(secretHash, options),
    list: () =>
      toResultAsync(keys.list()).andThen((all) => sampleKeys().map((more) => [...all, ...more])),
  };
}
