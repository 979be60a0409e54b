import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type AskedTarget, MAX_LISTED } from '@forewarn/core';
import { doubtsAsked, touchOf } from '@forewarn/store-sql';
import type { ProjectsAsked } from './projects-asked.ts';
import type { Slices } from './slices.ts';

// Each begins at a project, and reads the projection in its order.
export const TOUCHES = `
  select project_id, change_request_id as id from touches
  where kind = ? and value = ? and project_id >= ?
  order by project_id, change_request_id`;
const DOUBTS = `
  select project_id, change_request_id as id from doubts
  where kind = ? and feature = ? and project_id >= ?
  order by project_id, change_request_id`;

/** The statements of a walk. */
export interface WalkStatements {
  readonly touches: StatementSync;
  readonly doubts: StatementSync;
}

/** Prepares the statements of a walk. */
export function prepareWalk(reader: DatabaseSync): WalkStatements {
  return {
    touches: reader.prepare(TOUCHES),
    doubts: reader.prepare(DOUBTS),
  };
}

/** A change request that a walk found: one object for each. */
export interface Found {
  readonly projectId: string;
  /** The position of the project among those of the walk. */
  readonly rank: number;
  readonly id: number;
}

/** The change requests that touch a target. */
export interface Touching {
  readonly count: number;
  /** The first {@link MAX_LISTED}, in the order of projects and ids. */
  readonly first: readonly Found[];
}

interface Row {
  readonly project_id: string;
  readonly id: number;
}

/** Walks through the projection in slices, through each part once. */
export class ProjectionWalk {
  readonly #statements: WalkStatements;
  readonly #projects: ProjectsAsked;
  readonly #slices: Slices;
  readonly #found = new Map<string, Found>();
  readonly #touching = new Map<string, Touching>();
  readonly #doubtful = new Map<string, readonly Found[]>();

  constructor(statements: WalkStatements, projects: ProjectsAsked, slices: Slices) {
    this.#statements = statements;
    this.#projects = projects;
    this.#slices = slices;
  }

  /** Finds the change requests that touch a target. */
  async touching({ target }: AskedTarget): Promise<Touching> {
    const { kind, value } = touchOf(target);
    const key = `${kind} ${value}`;
    const known = this.#touching.get(key);
    if (known !== undefined) return known;
    const first: Found[] = [];
    let count = 0;
    await this.#walk(this.#statements.touches, [kind, value], (row, rank) => {
      if (count < MAX_LISTED) first.push(this.#foundAt(row, rank));
      count += 1;
      return true;
    });
    const touching = { count, first };
    this.#touching.set(key, touching);
    return touching;
  }

  /** Finds the first change requests with a doubt that covers a target: at most {@link MAX_LISTED}. */
  async doubtful(asked: AskedTarget): Promise<readonly Found[]> {
    const { kind, features } = doubtsAsked(asked);
    const found: (readonly Found[])[] = [];
    for (const feature of features) found.push(await this.#doubtfulUnder(kind, feature));
    const [only = []] = found;
    if (found.length === 1) return only;
    return [...new Set(found.flat())].toSorted(byPlace).slice(0, MAX_LISTED);
  }

  async #doubtfulUnder(kind: number, feature: string): Promise<readonly Found[]> {
    const key = `${kind} ${feature}`;
    const known = this.#doubtful.get(key);
    if (known !== undefined) return known;
    const found: Found[] = [];
    await this.#walk(this.#statements.doubts, [kind, feature], (row, rank) => {
      found.push(this.#foundAt(row, rank));
      return found.length < MAX_LISTED;
    });
    this.#doubtful.set(key, found);
    return found;
  }

  /** Takes the rows of the projects that are asked about, and passes over the others, until `take` returns false. */
  async #walk(
    statement: StatementSync,
    values: readonly SQLInputValue[],
    take: (row: Row, rank: number) => boolean,
  ): Promise<void> {
    let from = this.#projects.first;
    while (from !== undefined) {
      const rows = statement.iterate(...values, from);
      from = undefined;
      for (const each of rows) {
        const row = each as unknown as Row;
        if (this.#slices.isOver) await this.#slices.next();
        const rank = this.#projects.rankOf(row.project_id);
        if (rank === undefined) {
          from = this.#projects.after(row.project_id);
          break;
        }
        if (!take(row, rank)) return;
      }
    }
  }

  #foundAt({ project_id: projectId, id }: Row, rank: number): Found {
    const key = `${id} ${rank}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = { projectId, rank, id };
    this.#found.set(key, found);
    return found;
  }
}

const byPlace = (a: Found, b: Found): number => a.rank - b.rank || a.id - b.id;
