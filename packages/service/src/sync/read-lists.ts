import type { Project, StrategyDefinition } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { readEntry } from '../import/read-entry.ts';
import type { UnleashApi } from './unleash-api.ts';
import type { UnleashFailure } from './unleash-failure.ts';

/** The projects and strategy definitions of Unleash. */
export interface ReadLists {
  readonly projects: readonly Project[];
  readonly definitions: readonly StrategyDefinition[];
  /** The ids and names that Unleash lists, those of unreadable elements included. */
  readonly listed: {
    readonly projects: ReadonlySet<unknown>;
    readonly strategies: ReadonlySet<unknown>;
  };
  /** Lines that say what can't be read. */
  readonly unreadable: readonly string[];
  /** Unleash's clock, in milliseconds since 1970; absent if it sends none. */
  readonly serverTime?: number;
}

type Section = 'projects' | 'strategies';
type Fields = Readonly<Record<string, unknown>>;

/** Reads the projects and strategy definitions that the key may see. */
export async function readLists(
  api: UnleashApi,
  signal?: AbortSignal,
): Promise<Result<ReadLists, UnleashFailure>> {
  const projects = await readList(api, 'projects', signal);
  if (projects.isErr()) return err(projects.error);
  // Last, because a definition that is deleted before it is copied would come back until the next sync.
  const strategies = await readList(api, 'strategies', signal);
  if (strategies.isErr()) return err(strategies.error);
  const read: { projects: Project[]; definitions: StrategyDefinition[] } = {
    projects: [],
    definitions: [],
  };
  const unreadable: string[] = [];
  for (const { section, elements } of [projects.value, strategies.value]) {
    for (const [index, value] of elements.entries()) {
      const path = `GET /${section}: $.${section}[${index}]`;
      readEntry({ section, path, value }).match(
        (entry) => {
          if (entry.kind === 'project') read.projects.push(entry.project);
          if (entry.kind === 'strategy') read.definitions.push(entry.definition);
        },
        (problems) => unreadable.push(...problems.map((each) => `${each.path}: ${each.what}`)),
      );
    }
  }
  const { serverTime } = strategies.value;
  return ok({
    ...read,
    listed: {
      projects: new Set(projects.value.elements.map((element) => fieldOf(element, 'id'))),
      strategies: new Set(strategies.value.elements.map((element) => fieldOf(element, 'name'))),
    },
    unreadable,
    ...(serverTime === undefined ? {} : { serverTime }),
  });
}

interface ReadList {
  readonly section: Section;
  readonly elements: readonly unknown[];
  readonly serverTime?: number;
}

async function readList(
  api: UnleashApi,
  section: Section,
  signal?: AbortSignal,
): Promise<Result<ReadList, UnleashFailure>> {
  const path = `/${section}`;
  const got = await api.get(path, signal);
  if (got.isErr()) return err(got.error);
  const { json, serverTime } = got.value;
  const elements = fieldOf(json, section);
  // Unleash always has definitions, and a key without access to any project has no use here.
  if (!Array.isArray(elements) || elements.length === 0) {
    return err({ type: 'UnleashUnreadable', path, found: `no ${section}` });
  }
  return ok({ section, elements, ...(serverTime === undefined ? {} : { serverTime }) });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined;
