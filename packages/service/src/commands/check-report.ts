import type { ChangeRequestScheduledResultSchema, Failure, SearchOutcome } from '@forewarn/client';
import Table from 'cli-table3';

/** A change request that was found, with its page in Unleash if that is known. */
interface LinkedChangeRequest extends ChangeRequestScheduledResultSchema {
  readonly url?: string;
}

/** The result of a check. */
export type Found =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'some'; readonly changeRequests: readonly LinkedChangeRequest[] }
  | { readonly outcome: 'unknown'; readonly failure: Failure };

/** The options of a check that its report repeats. */
export interface Asked {
  readonly project: string;
  readonly unleashUrl?: string;
  readonly feature?: readonly string[];
  readonly strategyId?: readonly string[];
  readonly variantForFlag?: readonly string[];
}

/** Adds a link to each change request's page in Unleash, if `unleashUrl` says where that is. */
export function withLinks(outcome: SearchOutcome, { project, unleashUrl }: Asked): Found {
  if (outcome.outcome !== 'some' || unleashUrl === undefined) return outcome;
  const page = `${unleashUrl.replace(/\/+$/, '')}/projects/${encodeURIComponent(project)}/change-requests`;
  return {
    outcome: 'some',
    changeRequests: outcome.changeRequests.map((each) => ({ ...each, url: `${page}/${each.id}` })),
  };
}

/** A table for a terminal; empty if nothing was found. */
export function tableOf(found: Found): string {
  if (found.outcome !== 'some') return '';
  const hasLinks = found.changeRequests[0]?.url !== undefined;
  const head = ['id', 'environment', 'title', ...(hasLinks ? ['link'] : [])];
  const table = new Table({ head, chars: NO_BORDERS, style: COLUMNS });
  for (const each of found.changeRequests) table.push([...cellsOf(each)]);
  return `${table.toString().replaceAll(/ +$/gm, '')}\n`;
}

// In a narrow terminal a wrapped link still works; a border would cut through it.
const SIDES = ['top', 'left', 'mid', 'right', 'bottom', 'middle'];
const NO_BORDERS = Object.fromEntries(
  SIDES.flatMap((side) => ['', '-left', '-mid', '-right'].map((end) => [`${side}${end}`, ''])),
);
const COLUMNS = { head: [], border: [], 'padding-left': 0, 'padding-right': 2 };

/** One line per change request for other programs, with tabs between its columns. */
export function linesOf(found: Found): string {
  if (found.outcome !== 'some') return '';
  return found.changeRequests.map((each) => `${cellsOf(each).join('\t')}\n`).join('');
}

/** The result as one line of JSON. */
export function jsonOf(found: Found): string {
  if (found.outcome !== 'unknown') return `${JSON.stringify(found)}\n`;
  // The cause is an Error, which JSON can't hold; the message says what it was.
  const failure = { ...found.failure, cause: undefined };
  return `${JSON.stringify({ outcome: 'unknown', failure })}\n`;
}

/** Workflow commands for GitHub Actions: one annotation per change request, or one for the failure. */
export function annotationsOf(found: Found): string {
  switch (found.outcome) {
    case 'none':
      return '';
    case 'some':
      return found.changeRequests
        .map(({ id, environment, title, url }) =>
          annotation(
            `Scheduled change request #${id}`,
            `${title === undefined ? '' : `${title}, `}in ${environment}${url === undefined ? '' : `: ${url}`}`,
          ),
        )
        .join('');
    case 'unknown':
      return annotation('Unknown whether anything is scheduled', messageOf(found.failure));
  }
}

/** Without control characters, a title can neither start another workflow command nor change the log's colours. */
function annotation(title: string, message: string): string {
  const data = (text: string): string => printable(text).replaceAll('%', '%25');
  const property = data(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::error title=${property}::${data(message)}\n`;
}

/** One line for people: the result of the check. */
export function summaryOf(found: Found, asked: Asked): string {
  if (found.outcome === 'unknown') {
    const id = found.failure.type === 'ErrorResponse' ? found.failure.id : undefined;
    const inLog = id === undefined ? '' : ` (error id ${id})`;
    return printable(`unknown whether anything is scheduled: ${messageOf(found.failure)}${inLog}`);
  }
  const count = found.outcome === 'none' ? 0 : found.changeRequests.length;
  const what =
    count === 1 ? '1 scheduled change request touches' : `${count} scheduled change requests touch`;
  return printable(`${what} ${namesOf(asked)} in the project "${asked.project}"`);
}

/** What went wrong, and what to do if the message does not say. */
function messageOf(failure: Failure): string {
  const remedy = remedyOf(failure);
  if (remedy === undefined) return failure.message;
  return `${failure.message.replace(/[\s:.]+$/, '')}; ${remedy}`;
}

function remedyOf(failure: Failure): string | undefined {
  switch (failure.type) {
    case 'NoConnection':
    case 'TimedOut':
      return 'check --url, and that the server runs';
    case 'ErrorResponse':
      if (failure.status === 401) return 'set FOREWARN_API_KEY to a key of this server';
      if (failure.status === 404) return 'check --url and --project';
      return undefined;
    case 'UnreadableResponse':
    case 'Aborted':
    case 'NotSent':
      return undefined;
  }
}

function namesOf({ feature = [], strategyId = [], variantForFlag = [] }: Asked): string {
  const names = [
    ...feature.map((name) => `the feature "${name}"`),
    ...strategyId.map((id) => `the strategy ${id}`),
    ...variantForFlag.map((name) => `the variants of "${name}"`),
  ];
  return names.length <= 3 ? names.join(' or ') : `any of ${names.length} names`;
}

const cellsOf = ({ id, environment, title = '', url }: LinkedChangeRequest): readonly string[] =>
  [String(id), environment, title, ...(url === undefined ? [] : [url])].map(printable);

/** The text without characters that could move a terminal's cursor, break a line or start a column. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, ' ');
