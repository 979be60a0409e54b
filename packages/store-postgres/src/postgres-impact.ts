import type {
  ImpactFindings,
  ImpactSearch,
  ProjectCoverage,
  ScheduledChangeRequest,
  TargetFindings,
} from '@forewarn/core';
import { coverageOf, impactPlan, type ImpactPlan, slices } from '@forewarn/store-sql';
import { CompiledQuery } from 'kysely';
import type { HeavyRead } from './heavy-reads.ts';
import { IMPACT, PARTS } from './impact-statement.ts';
import { ReadOnlyServer } from './session/postgres-errors.ts';

/** A row of an impact. */
type ImpactRow =
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

/** Reads an impact in one statement, from tables that are all on one machine. */
export const plainImpact: HeavyRead<ImpactSearch, ImpactFindings> = async (
  session,
  { asked, projectIds },
  signal,
) => {
  const plan = impactPlan(asked);
  const parameters = [plan.touches, plan.doubts, projectIds].map((each) => JSON.stringify(each));
  const { rows } = await session.readOnce(signal, async (db) => {
    const read = await db.executeQuery<ImpactRow>(CompiledQuery.raw(IMPACT, parameters));
    if (read.rows.some((row) => row.part === PARTS.state && row.text === 'on')) {
      throw new ReadOnlyServer();
    }
    return read;
  });
  return findingsOf(plan, rows, signal);
};

interface List {
  readonly count: number;
  readonly changeRequests: readonly ScheduledChangeRequest[];
}

const NOTHING: List = { count: 0, changeRequests: [] };

async function findingsOf(
  { targets: planned }: ImpactPlan,
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
  const targets = planned.map(({ touching, doubtful }): TargetFindings => {
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
