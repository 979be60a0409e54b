import type { Impact, LinkedChangeRequest, TargetImpact } from './impact.ts';
import {
  describeAsked,
  describeConsequence,
  describeDoubt,
  describeSchedule,
  describeTouch,
  present,
  describeReason,
} from './describe.ts';
import { textTable } from './text-table.ts';

/** Adds a link to each change request's page in the Unleash at this URL. */
export function withLinks(impact: Impact, unleashUrl: string): Impact {
  const base = unleashUrl.replace(/\/+$/, '');
  const impacts = impact.impacts.map((each) => ({
    ...each,
    changeRequests: each.changeRequests.map((found) => ({
      ...found,
      url: `${base}/projects/${encodeURIComponent(found.project)}/change-requests/${found.id}`,
    })),
  }));
  return { ...impact, impacts };
}

const EMPTY = {
  target: '',
  project: '',
  id: '',
  environment: '',
  when: '',
  by: '',
  title: '',
  why: [] as readonly string[],
};

/** One line of the table: a change request, or a reason why the outcome for a target is unknown. */
type Row = Readonly<typeof EMPTY>;

/** A table of what touches or may touch the targets; empty if every outcome is `none`. A column without text is left out. */
export function tableOf(impact: Impact, isOneProject: boolean): string {
  const rows = impact.impacts.flatMap((each) =>
    rowsOf(each).map((row) => ({ ...row, target: describeAsked(each) })),
  );
  return textTable(rows, [
    ...(impact.impacts.length === 1 ? (['target'] as const) : []),
    ...(isOneProject ? (['project'] as const) : []),
  ]);
}

/** What touches the target how, and what to do: a line each. */
export const whysOf = ({ touches }: LinkedChangeRequest): readonly string[] =>
  touches.flatMap((touch) => [describeTouch(touch), ...describeConsequence(touch.consequence)]);

function rowsOf(impact: TargetImpact): readonly Row[] {
  const found = impact.changeRequests.map((each): Row => ({
    ...EMPTY,
    project: each.project,
    id: String(each.id),
    environment: each.environment,
    when: describeSchedule(each.schedule),
    by: each.createdBy ?? '',
    title: each.title ?? '',
    why: [...whysOf(each), ...present(each.url)],
  }));
  return [...found, ...otherRowsOf(impact)];
}

/** What is not listed, what may touch the target, and why the outcome is unknown. */
export function otherRowsOf(impact: TargetImpact): readonly Row[] {
  const { changeRequests, count, doubts, reasons } = impact;
  const more = count - changeRequests.length;
  const unlisted: readonly Row[] = more > 0 ? [{ ...EMPTY, why: [`and ${more} more`] }] : [];
  const doubtful = doubts.map((each): Row => ({
    ...EMPTY,
    project: each.project,
    id: String(each.id),
    environment: each.environment,
    why: [describeDoubt(each)],
  }));
  const others = reasons
    .filter((reason) => reason !== 'doubt' || doubts.length === 0)
    .map((reason): Row => ({ ...EMPTY, why: [`unknown: ${describeReason(reason, impact)}`] }));
  return [...unlisted, ...doubtful, ...others];
}
