import { PERMISSIONS } from '@forewarn/core';
import { okAsync } from 'neverthrow';
import { z } from 'zod';
import { FeatureSearch, type FeatureSearchOptions } from './feature-search.ts';
import { hidesProjects, profileSchema, userSchema } from './hides-projects.ts';
import { MissingLines } from './missing-lines.ts';
import { changeRequestsPath, type ProjectReading } from './project-reading.ts';
import { readChangeRequests } from './read-change-requests.ts';
import { readLists } from './read-lists.ts';
import { openChangeRequestsPath } from './scheduled-beyond.ts';
import { type EndpointReport, SeenEndpoints } from './seen-endpoints.ts';
import { othersOf, rounded } from './seen-fields.ts';
import { syncNames } from './sync-names.ts';
import type { SyncOptions } from './sync-options.ts';
import { readAs } from './unleash-body.ts';

/** What an Unleash looks like to a sync. It has no names except those of Unleash's API, no ids and no contents. */
export interface UnleashReport {
  /** Whether a sync can read everything that Unleash shows to the key. */
  readonly isReadable: boolean;
  /** The versions of Unleash's editions, as it tells them. */
  readonly versions: Readonly<Record<string, string>>;
  readonly key: {
    readonly kind: 'admin token' | 'token of a user or a service account' | 'another token';
    /** Those of the key in any project that Forewarn knows, and how many others. Absent if Unleash does not tell them. */
    readonly permissions?: readonly string[];
    /** The root role of its user. Absent if Unleash does not tell it. */
    readonly rootRole?: string;
    /** Whether Unleash may hide projects from it, as it does from the root role Viewer. */
    readonly hidesProjects: boolean;
  };
  /** Of the scheduled change requests, and of what could not be read, in all projects together. */
  readonly counts: { readonly scheduled: string; readonly problems: string };
  readonly endpoints: readonly EndpointReport[];
}

/** The Unleash to examine. */
export interface ExamineOptions
  extends Pick<SyncOptions, 'api' | 'projectIds' | 'signal'>, Pick<FeatureSearchOptions, 'onWait'> {
  readonly key: string;
}

const BUILT_IN_ROLES: ReadonlySet<string> = new Set(['Admin', 'Editor', 'Viewer']);

/** Reads all that a sync reads, with the same readers, and stores nothing. Returns how Unleash responded. */
export async function examineUnleash(options: ExamineOptions): Promise<UnleashReport> {
  const { key, signal } = options;
  const endpoints = new SeenEndpoints();
  const api = endpoints.watch(options.api);
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> =>
    (await api.get(path, signal)).andThen(readAs(schema)).unwrapOr(undefined);
  const versions = await read('/ui-config', versionsSchema);
  const permissions = await read('/user', permissionsSchema);
  const role = await read('/user/profile', roleSchema);
  const { scheduled, problems, isSearched } = await readAll({ ...options, api });
  await api.get(openChangeRequestsPath(0), signal);
  const seen = endpoints.report();
  return {
    isReadable: problems === 0 && seen.every((each) => isReadable(each, isSearched)),
    versions: versions ?? {},
    key: {
      kind: kindOf(key),
      ...(permissions === undefined ? {} : { permissions }),
      ...(role === undefined ? {} : { rootRole: BUILT_IN_ROLES.has(role) ? role : 'custom' }),
      hidesProjects: await hidesProjects(api, signal),
    },
    counts: { scheduled: rounded(scheduled), problems: rounded(problems) },
    endpoints: seen,
  };
}

const VERSION = /^\d{1,3}(?:\.\d{1,4}){2}(?:-(?:alpha|beta|rc)\.\d{1,3})?/;

/** The versions of the editions; an edition that it is not has an empty one. */
const versionsSchema = z
  .object({
    versionInfo: z.object({
      current: z.object({ oss: z.string().default(''), enterprise: z.string().default('') }),
    }),
  })
  .transform(({ versionInfo: { current } }) =>
    Object.fromEntries(
      Object.entries(current).flatMap(([edition, version]) => {
        const [number] = VERSION.exec(version) ?? [];
        return number === undefined ? [] : [[edition, number]];
      }),
    ),
  );

const KNOWN_PERMISSIONS: ReadonlySet<string> = new Set(PERMISSIONS);

const permissionsSchema = userSchema.transform(({ permissions }) => {
  const names = new Set(permissions.map(({ permission }) => permission));
  const known = [...names].filter((name) => KNOWN_PERMISSIONS.has(name)).toSorted();
  const others = names.size - known.length;
  return others === 0 ? known : [...known, othersOf(others)];
});

const roleSchema = profileSchema.transform(({ rootRole }) => rootRole.name);

/** An API token and an open-source Unleash lack some endpoints. A search that ended went on after a 429. */
const isReadable = ({ path, responses, missing }: EndpointReport, isSearched: boolean): boolean => {
  const ofSearch = isSearched ? /^(?:200|404|429)/ : /^404/;
  const readable = path === '/search/features' ? ofSearch : /^(?:200|404)/;
  const areAll =
    missing.length === 0 && Object.keys(responses).every((each) => readable.test(each));
  return areAll || path.startsWith('/user');
};

function kindOf(key: string): UnleashReport['key']['kind'] {
  if (key.startsWith('*:*.')) return 'admin token';
  return key.startsWith('user:') ? 'token of a user or a service account' : 'another token';
}

/** Reads the projects, the definitions and the change requests. Counts what is scheduled and what can't be read. */
async function readAll({ api, projectIds, onWait = () => {}, signal }: ExamineOptions) {
  const counts = { scheduled: 0, problems: 0, isSearched: false };
  const lists = await readLists(api, signal);
  if (lists.isErr()) return { ...counts, problems: 1 };
  const { projects, definitions, unreadable } = lists.value;
  for await (const definition of definitions) if (definition.isErr()) counts.problems += 1;
  counts.problems += unreadable.count;
  const wanted = projects.filter(({ id }) => projectIds?.includes(id) ?? true);
  for (const { id: projectId } of wanted) await readProject({ api, projectId, signal }, counts);
  const nowhere = { names: { replace: () => okAsync() } };
  const featureSearch = new FeatureSearch({ api, projectIds, onWait });
  const names = { areNamesDue: () => true, featureSearch };
  const reading = { api, store: nowhere, ...names, report: () => {}, signal };
  await syncNames(reading, () => '', wanted);
  return { ...counts, isSearched: featureSearch.hasFound };
}

async function readProject(
  project: ProjectReading,
  counts: { scheduled: number; problems: number },
): Promise<void> {
  const { api, projectId, signal } = project;
  const path = changeRequestsPath(projectId);
  const list = await api.get(path, signal);
  if (list.isErr()) return;
  const missing = new MissingLines();
  let someId: number | undefined;
  for await (const read of readChangeRequests(project, list.value, missing)) {
    if (read.isErr()) counts.problems += 1;
    else {
      counts.scheduled += 1;
      someId ??= read.value.id;
    }
  }
  counts.problems += missing.count;
  // A sync reads these of long and abbreviated lists only.
  await api.get(`${path}/count`, signal);
  if (someId !== undefined) await api.get(`${path}/${someId}`, signal);
}
