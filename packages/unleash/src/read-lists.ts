import type { EndedEntry, Project, StateEntry } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import { readEntry } from '@forewarn/wire/documents';
import { aheadOf } from './sync-clock.ts';
import { MissingLines } from './missing-lines.ts';
import type { UnleashApi } from './unleash-api.ts';
import { elementsIn, type UnleashBody } from './unleash-body.ts';
import { EMPTY_LIST, type UnleashFailure } from './unleash-failure.ts';

/** The projects and strategy definitions of Unleash. */
export interface ReadLists {
  readonly projects: readonly Project[];
  /** Reads the definitions, once. The rest is complete when it ends. */
  readonly definitions: AsyncIterable<Result<StateEntry | EndedEntry, UnleashFailure>>;
  /** The ids and names that Unleash lists, those of unreadable elements included. */
  readonly listed: {
    readonly projects: ReadonlySet<unknown>;
    readonly strategies: ReadonlySet<unknown>;
  };
  /** What can't be read. */
  readonly unreadable: MissingLines;
  /** By how many milliseconds this machine's clock is ahead of Unleash's; 0 if Unleash tells none. */
  readonly aheadMs: number;
}

/** Maximum length of a list. */
const MAX_LENGTH = 100_000;

/** Reads the projects and strategy definitions that the key may see. */
export async function readLists(
  api: UnleashApi,
  signal?: AbortSignal,
  now = Date.now,
): Promise<Result<ReadLists, UnleashFailure>> {
  const unreadable = new MissingLines();
  const listed = { projects: new Set<unknown>(), strategies: new Set<unknown>() };
  const first = await api.get('/projects', signal);
  if (first.isErr()) return err(first.error);
  const projects: Project[] = [];
  for await (const read of readList(first.value, 'projects', { listed, unreadable, signal })) {
    if (read.isErr()) return err(read.error);
    if (read.value.kind === 'project') projects.push(read.value.project);
  }
  // Last, because a definition that is deleted before it is copied would come back until the next sync.
  const askedAt = now();
  const second = await api.get('/strategies', signal);
  if (second.isErr()) return err(second.error);
  const { serverTime } = second.value;
  return ok({
    projects,
    definitions: readList(second.value, 'strategies', { listed, unreadable, signal }),
    listed,
    unreadable,
    aheadMs: serverTime === undefined ? 0 : aheadOf(serverTime, askedAt, now()),
  });
}

/** What a list has, and what of it can't be read. */
interface Found {
  readonly listed: { readonly projects: Set<unknown>; readonly strategies: Set<unknown> };
  readonly unreadable: MissingLines;
  readonly signal: AbortSignal | undefined;
}

const KEYS = { projects: 'id', strategies: 'name' } as const;

async function* readList(
  body: UnleashBody,
  section: keyof typeof KEYS,
  { listed, unreadable, signal }: Found,
): AsyncGenerator<Result<StateEntry | EndedEntry, UnleashFailure>> {
  const { path } = body;
  const failed = (found: string) => err({ type: 'UnleashUnreadable', path, found } as const);
  const elements = elementsIn(body, section, signal);
  if (elements.isErr()) return yield err(elements.error);
  let length = 0;
  for await (const element of elements.value) {
    if (element.isErr()) return yield failed(element.error.what);
    if (element.value.section !== section) continue;
    length += 1;
    if (length > MAX_LENGTH) return yield failed(`more than ${MAX_LENGTH} ${section}`);
    const { value } = element.value;
    listed[section].add(fieldOf(value, KEYS[section]));
    const read = readEntry({
      ...element.value,
      section,
      path: `GET ${path}: ${element.value.path}`,
    });
    if (read.isOk()) yield ok(read.value);
    else unreadable.add(...read.error.map((each) => `${each.path}: ${each.what}`));
  }
  // Unleash always has definitions, and a key without access to any project has no use here.
  if (length === 0) yield failed(EMPTY_LIST);
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
