import { doubtWords } from '@forewarn/impact';
import { dateTimeText, ZONE } from '../parts/times.ts';
import type { Question } from './question.ts';
import {
  askedText,
  consequenceText,
  type Impact,
  outcomeText,
  reasonTexts,
  type Touch,
  touchText,
} from './words.ts';

/**
 * Returns the impacts as plain text, for a chat or a ticket.
 *
 * @param nameOf how to name a project
 * @param age how old the data is, in words
 */
export function impactText(
  { project, asked }: Question,
  impacts: readonly Impact[],
  nameOf: NameOf,
  age: string,
): string {
  const where =
    project === '' ? 'all projects that the key may read' : `the project ${nameOf(project)}`;
  const lines = [
    `What would break in ${where}? ${age}. Times in ${ZONE}.`,
    ...asked.flatMap((each, index) => {
      const impact = impacts[index];
      return impact === undefined
        ? []
        : ['', `${askedText(each)}: ${outcomeText(impact)}`, ...linesOf(impact, nameOf)];
    }),
  ];
  // Without control characters, a title can't look like another line.
  return lines.map((line) => line.replaceAll(/\p{Cc}/gu, ' ')).join('\n');
}

type NameOf = (project: string) => string;

function linesOf(impact: Impact, nameOf: NameOf): readonly string[] {
  const { changeRequests, count, doubts } = impact;
  const more = count - changeRequests.length;
  return [
    ...reasonTexts(impact).map((text) => `- ${text}`),
    ...changeRequests.map(({ project, id, environment, title, schedule, createdBy, touches }) => {
      const facts = [
        schedule === undefined ? 'No time' : dateTimeText(schedule.scheduledAt),
        ...(schedule === undefined || schedule.status === 'pending' ? [] : [schedule.status]),
        ...(title === undefined ? [] : [title]),
        `${nameOf(project)} #${id}`,
        environment,
        ...(createdBy === undefined ? [] : [createdBy]),
      ].join(', ');
      return `- ${facts}: ${touches.map(whyOf).join('; ')}`;
    }),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...doubts.map(
      (doubt) =>
        `- ${nameOf(doubt.project)} #${doubt.id}, ${doubt.environment}: It ${doubtWords(doubt)}`,
    ),
  ];
}

const whyOf = (touch: Touch): string =>
  touch.consequence === undefined
    ? touchText(touch)
    : `${consequenceText(touch)}: ${touchText(touch)} (${touch.consequence.why} ${touch.consequence.next})`;
