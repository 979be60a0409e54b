import {
  type AskedTarget,
  type ImpactFindings,
  type ImpactSearch,
  MAX_LISTED,
  MAX_LISTED_BYTES,
} from '@forewarn/impact';
import { type ChangeRequestKey, isSearched, targetValue } from '@forewarn/core';
import { timeSlices } from '@forewarn/platform';
import { type Kysely, sql } from 'kysely';
import { coveragesOf } from './project-rows.ts';
import { doubtsAsked } from '../projection/doubt-rows.ts';
import { touchOf } from '../projection/touch-rows.ts';
import type { Tables } from '../schema/tables.ts';
import { limitedBodies } from './limited-bodies.ts';
import type { AskedRows, FoundPart, ReadDialect } from './read-dialect.ts';

/** Returns what touches or may touch each target. The database must see one moment. */
export async function impactIn(
  db: Kysely<Tables>,
  { asked, projectIds, ignoresOtherProjects = false }: ImpactSearch,
  dialect: ReadDialect,
  signal?: AbortSignal,
): Promise<ImpactFindings> {
  const projects = await dialect.projectsIn(db, projectIds);
  const ids = projects.map(({ id }) => id);
  const lists = listsOfImpact(asked);
  const found = new FoundLists(ids);
  const pause = timeSlices(signal);
  if (ids.length > 0) {
    for await (const part of dialect.firstFound(db, lists, ids)) {
      await pause();
      found.add(part);
    }
  }
  const bodies = await limitedBodies(db, found.lists, MAX_LISTED_BYTES, dialect, signal);
  return {
    projects: coveragesOf(projects),
    hasOtherProjects: !ignoresOtherProjects && (await hasOthersThan(db, ids, dialect)),
    targets: lists.targets.map(({ touching, doubtful }) => ({
      count: found.countOf(touching),
      touching: [...(bodies.get(touching) ?? [])],
      isDoubtful: bodies.has(doubtful),
      doubtful: [...(bodies.get(doubtful) ?? [])],
    })),
  };
}

async function hasOthersThan(
  db: Kysely<Tables>,
  ids: readonly string[],
  { isOneOf }: ReadDialect,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from projects where not (${isOneOf('id', ids)}) limit 1`.execute(db);
  return rows.length > 0;
}

interface TimedKey extends ChangeRequestKey {
  readonly scheduledAt: number;
}

/** The lists that have change requests, each of which is one object on all of them. */
class FoundLists {
  readonly #projectOrder: ReadonlyMap<string, number>;
  readonly #keys: ReadonlyMap<string, Map<number, TimedKey>>;
  readonly #counts = new Map<number, number>();
  readonly #lists = new Map<number, readonly TimedKey[]>();

  constructor(projectIds: readonly string[]) {
    this.#projectOrder = new Map(projectIds.map((id, index) => [id, index]));
    this.#keys = new Map(projectIds.map((id) => [id, new Map()]));
  }

  add({ no, count, found }: FoundPart): void {
    if (found.length === 0) return;
    this.#counts.set(no, this.countOf(no) + count);
    const keys = found.map((each) => this.#keyOf(...each));
    const others = this.#lists.get(no);
    const all = others === undefined ? keys : [...new Set([...others, ...keys])];
    const soonestFirst = (a: TimedKey, b: TimedKey): number =>
      a.scheduledAt - b.scheduledAt || this.#orderOf(a) - this.#orderOf(b) || a.id - b.id;
    this.#lists.set(no, all.toSorted(soonestFirst).slice(0, MAX_LISTED));
  }

  countOf(no: number): number {
    return this.#counts.get(no) ?? 0;
  }

  /** By number, in ascending order. */
  get lists(): ReadonlyMap<number, readonly ChangeRequestKey[]> {
    return new Map([...this.#lists].toSorted(([a], [b]) => a - b));
  }

  #orderOf({ projectId }: ChangeRequestKey): number {
    return this.#projectOrder.get(projectId) ?? -1;
  }

  #keyOf(projectId: string, id: number, scheduledAt: number): TimedKey {
    const known = this.#keys.get(projectId)?.get(id);
    if (known !== undefined) return known;
    const key = { projectId, id, scheduledAt };
    this.#keys.get(projectId)?.set(id, key);
    return key;
  }
}

/** The lists of an impact, each once, and the numbers of those of each target. */
interface ImpactLists extends AskedRows {
  readonly targets: readonly { readonly touching: number; readonly doubtful: number }[];
}

/** Returns the lists of an impact. They are filled in the order of their numbers. */
function listsOfImpact(asked: readonly AskedTarget[]): ImpactLists {
  const numbers = new Map<string, number>();
  const isNew = (key: string, no: number): boolean => {
    if (numbers.has(key)) return false;
    numbers.set(key, no);
    return true;
  };
  const touches: AskedRows['touches'][number][] = [];
  const doubts: AskedRows['doubts'][number][] = [];
  const environments: AskedRows['environments'][number][] = [];
  const targets = asked.map((one, index) => {
    const [touching, doubtful] = [2 * index, 2 * index + 1];
    const { target } = one;
    const { kind, features } = doubtsAsked(one);
    const touchKey = JSON.stringify([target.kind, targetValue(target)]);
    const doubtKey = JSON.stringify([kind, features]);
    if (isNew(touchKey, touching)) {
      if (isSearched(target)) touches.push({ no: touching, ...touchOf(target) });
      else environments.push({ no: touching, environment: target.name });
    }
    if (isNew(doubtKey, doubtful)) {
      doubts.push(...features.map((feature) => ({ no: doubtful, kind, feature })));
    }
    return {
      touching: numbers.get(touchKey) ?? touching,
      doubtful: numbers.get(doubtKey) ?? doubtful,
    };
  });
  return { touches, doubts, environments, targets };
}
