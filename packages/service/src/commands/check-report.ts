import type { ChangeRequestScheduledResultSchema, Failure, SearchOutcome } from '@forewarn/client';
import Table from 'cli-table3';

/** A change request that was found, and where people can look at it. */
interface LinkedChangeRequest extends ChangeRequestScheduledResultSchema {
  readonly url: string;
}

/** What a check found. */
export type Found =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'some'; readonly changeRequests: readonly LinkedChangeRequest[] }
  | { readonly outcome: 'unknown'; readonly failure: Failure };

/** What was asked, as far as a report tells it. */
export interface Asked {
  readonly url: string;
  readonly project: string;
  readonly unleashUrl?: string;
  readonly feature?: readonly string[];
  readonly strategyId?: readonly string[];
  readonly variantForFlag?: readonly string[];
}

/** Adds where each change request can be seen: on Unleash's page of it, or as this server's API has it. */
export function linked(outcome: SearchOutcome, { url, project, unleashUrl }: Asked): Found {
  if (outcome.outcome !== 'some') return outcome;
  const within = `projects/${encodeURIComponent(project)}/change-requests`;
  const base =
    unleashUrl === undefined
      ? `${withoutSlash(url)}/api/admin/${within}/scheduled`
      : `${withoutSlash(unleashUrl)}/${within}`;
  return {
    outcome: 'some',
    changeRequests: outcome.changeRequests.map((each) => ({ ...each, url: `${base}/${each.id}` })),
  };
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** For people at a terminal; nothing when nothing was found. */
export function tableOf(found: Found): string {
  if (found.outcome !== 'some') return '';
  const head = ['id', 'environment', 'title', 'link'];
  const table = new Table({ head, chars: NO_BORDERS, style: COLUMNS });
  for (const each of found.changeRequests) table.push([...cellsOf(each)]);
  return `${table.toString().replaceAll(/ +$/gm, '')}\n`;
}

// A link survives it when a narrow terminal breaks its line. A border does not.
const SIDES = ['top', 'left', 'mid', 'right', 'bottom', 'middle'];
const NO_BORDERS = Object.fromEntries(
  SIDES.flatMap((side) => ['', '-left', '-mid', '-right'].map((end) => [`${side}${end}`, ''])),
);
const COLUMNS = { head: [], border: [], 'padding-left': 0, 'padding-right': 2 };

/** For other programs: a line for each change request, its columns separated by tabs. */
export function linesOf(found: Found): string {
  if (found.outcome !== 'some') return '';
  return found.changeRequests.map((each) => `${cellsOf(each).join('\t')}\n`).join('');
}

/** The outcome as one line of JSON. */
export function jsonOf(found: Found): string {
  if (found.outcome !== 'unknown') return `${JSON.stringify(found)}\n`;
  // What caused it is no JSON, and its message is told.
  const failure = { ...found.failure, cause: undefined };
  return `${JSON.stringify({ outcome: 'unknown', failure })}\n`;
}

/** Workflow commands of GitHub Actions: an annotation for each change request, or for the failure. */
export function annotationsOf(found: Found): string {
  switch (found.outcome) {
    case 'none':
      return '';
    case 'some':
      return found.changeRequests
        .map(({ id, environment, title, url }) =>
          annotation(
            `Scheduled change request #${id}`,
            `${title === undefined ? '' : `${title}, `}in ${environment}: ${url}`,
          ),
        )
        .join('');
    case 'unknown':
      return annotation(
        'It could not be told whether anything is scheduled',
        toldOf(found.failure),
      );
  }
}

/** A title comes from somebody else: a line break in it must not begin another command. */
function annotation(title: string, message: string): string {
  const data = (text: string): string =>
    text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = data(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::error title=${property}::${data(message)}\n`;
}

/** One line that says what was found. */
export function summaryOf(found: Found, asked: Asked): string {
  if (found.outcome === 'unknown') {
    const id = found.failure.type === 'ErrorAnswer' ? found.failure.id : undefined;
    const inLog = id === undefined ? '' : ` (error id ${id})`;
    return printable(
      `could not tell whether anything is scheduled: ${toldOf(found.failure)}${inLog}`,
    );
  }
  const count = found.outcome === 'none' ? 0 : found.changeRequests.length;
  const what =
    count === 1 ? '1 scheduled change request touches' : `${count} scheduled change requests touch`;
  return printable(`${what} ${namesOf(asked)} in the project "${asked.project}"`);
}

/** What went wrong, and what to do about it where the message does not say. */
function toldOf(failure: Failure): string {
  const remedy = remedyOf(failure);
  if (remedy === undefined) return failure.message;
  return `${failure.message.replace(/[\s:.]+$/, '')}; ${remedy}`;
}

function remedyOf(failure: Failure): string | undefined {
  switch (failure.type) {
    case 'NoConnection':
    case 'TimedOut':
      return 'see that --url is right, and that the server runs';
    case 'ErrorAnswer':
      if (failure.status === 401) return 'set FOREWARN_API_KEY to a key of this server';
      if (failure.status === 404) return 'see that --url and --project are right';
      return undefined;
    case 'UnreadableAnswer':
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
  [String(id), environment, title, url].map(printable);

/** A text that can't move the cursor of a terminal, break a line or begin a column. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, ' ');
