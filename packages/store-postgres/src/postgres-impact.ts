import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AskedTarget,
  type ImpactFindings,
  type ImpactSearch,
  type ProjectCoverage,
  type ReadOptions,
  type ScheduledChangeRequest,
  type StoreUnavailable,
  type TargetFindings,
} from '@forewarn/core';
import { coverageOf, doubtsAsked, type Semaphore, type Tables, touchOf } from '@forewarn/store-sql';
import { CompiledQuery, type Kysely } from 'kysely';
import { ok, type ResultAsync } from 'neverthrow';
import { IMPACT, PARTS } from './impact-statement.ts';
import { ReadOnlyServer } from './postgres-errors.ts';
import type { PostgresSession } from './postgres-session.ts';

/** Maximum time that reading a result holds the event loop at once. */
const SLICE_MS = 5;

/** A row of an impact. */
export type ImpactRow =
  | {
      readonly part: typeof PARTS.state;
      /** Whether other projects are registered, 1 or 0. */
      readonly no: number;
      /** The ids and coverages of the projects, in order. */
      readonly list: readonly (readonly [string, string | null])[] | null;
      /** Whether the server is read-only. */
      readonly text: string;
    }
  | {
      readonly part: typeof PARTS.list;
      readonly no: number;
      readonly count: number;
      /** The positions of the bodies. */
      readonly list: readonly number[] | null;
    }
  | { readonly part: typeof PARTS.body; readonly no: number; readonly text: string };

/**
 * Asks for the rows of an impact, all of one moment. The parameters are those of `IMPACT`. Throws `ReadOnlyServer` when a
 * server is read-only. May return any number in the row of the state when other projects are ignored.
 */
export type ImpactStatements = (
  db: Kysely<Tables>,
  parameters: readonly string[],
  ignoresOtherProjects: boolean,
) => Promise<readonly ImpactRow[]>;

/** The statement for tables that are all on one machine. */
export const plainImpact: ImpactStatements = async (db, parameters) => {
  const { rows } = await db.executeQuery<ImpactRow>(CompiledQuery.raw(IMPACT, [...parameters]));
  if (rows.some((row) => row.part === PARTS.state && row.text === 'on')) {
    throw new ReadOnlyServer();
  }
  return rows;
};

/** The lists to make, each once, and the numbers of those of each target. */
interface Plan {
  readonly parameters: readonly string[];
  readonly lists: readonly { readonly touching: number; readonly doubtful: number }[];
}

interface List {
  readonly count: number;
  readonly changeRequests: readonly ScheduledChangeRequest[];
}

const NOTHING: List = { count: 0, changeRequests: [] };

/**
 * Each impact is one statement. It doesn't join the batches of searches, which would wait for it.
 *
 * @param statements those for how the tables are laid out
 * @param heavy limits the heavy statements that run at the same time
 */
export function postgresImpact(
  session: PostgresSession,
  statements: ImpactStatements,
  heavy: Semaphore,
) {
  return (
    { asked, projectIds, ignoresOtherProjects = false }: ImpactSearch,
    options?: ReadOptions,
  ): ResultAsync<ImpactFindings, StoreUnavailable> =>
    session.call(options, (signal) =>
      heavy.run(
        signal,
        async () => {
          const plan = planOf(asked, projectIds);
          const rows = await session.readOnce(signal, (db) =>
            statements(db, plan.parameters, ignoresOtherProjects),
          );
          return ok(await findingsOf(plan, rows, signal));
        },
        options?.caller,
      ),
    );
}

function planOf(asked: readonly AskedTarget[], projectIds: readonly string[]): Plan {
  const numbers = new Map<string, number>();
  const isNew = (key: string, no: number): boolean => {
    if (numbers.has(key)) return false;
    numbers.set(key, no);
    return true;
  };
  const touches: object[] = [];
  const doubts: object[] = [];
  const lists = asked.map((one, index) => {
    // The order in which lists are filled.
    const [touching, doubtful] = [2 * index, 2 * index + 1];
    const touch = touchOf(one.target);
    const { kind, features } = doubtsAsked(one);
    const [touchKey, doubtKey] = [JSON.stringify(touch), JSON.stringify([kind, features])];
    if (isNew(touchKey, touching)) touches.push({ no: touching, ...touch });
    if (isNew(doubtKey, doubtful)) {
      doubts.push(...features.map((feature) => ({ no: doubtful, kind, feature })));
    }
    return {
      touching: numbers.get(touchKey) ?? touching,
      doubtful: numbers.get(doubtKey) ?? doubtful,
    };
  });
  return { parameters: [touches, doubts, projectIds].map((each) => JSON.stringify(each)), lists };
}

async function findingsOf(
  { lists }: Plan,
  rows: readonly ImpactRow[],
  signal: AbortSignal,
): Promise<ImpactFindings> {
  const pause = slices(signal);
  const bodies = new Map<number, ScheduledChangeRequest>();
  for (const row of rows) {
    if (row.part !== PARTS.body) continue;
    await pause();
    bodies.set(row.no, JSON.parse(row.text) as ScheduledChangeRequest);
  }
  const found = new Map<number, List>();
  let projects: readonly ProjectCoverage[] = [];
  let hasOtherProjects = false;
  for (const row of rows) {
    if (row.part === PARTS.state) {
      hasOtherProjects = row.no === 1;
      projects = (row.list ?? []).map(([projectId, coverage]) => {
        return { projectId, coverage: coverageOf(coverage) };
      });
    } else if (row.part === PARTS.list) {
      await pause();
      const changeRequests = (row.list ?? []).flatMap((position) => bodies.get(position) ?? []);
      found.set(row.no, { count: row.count, changeRequests });
    }
  }
  const targets = lists.map(({ touching, doubtful }): TargetFindings => {
    const [touched, doubted] = [found.get(touching) ?? NOTHING, found.get(doubtful) ?? NOTHING];
    return {
      count: touched.count,
      touching: [...touched.changeRequests],
      isDoubtful: doubted.count > 0,
      doubtful: [...doubted.changeRequests],
    };
  });
  return { projects, hasOtherProjects, targets };
}

/** Returns a function that lets the event loop run once it was held for long. */
function slices(signal: AbortSignal): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS;
  const begin = async (): Promise<void> => {
    await nextTurn();
    signal.throwIfAborted();
    end = performance.now() + SLICE_MS;
  };
  return () => (performance.now() < end ? undefined : begin());
}
