import type { Forecast } from '@forewarn/client';
import { describeSchedule, present, printable } from '../impact/describe.ts';
import type { ForecastReport } from './ask-forecasts.ts';
import { describeForecast } from './describe-forecasts.ts';

/** The first line of each comment, by which a pipeline finds the comment to update. */
const MARKER = '<!-- forewarn forecast -->';

/** Maximum length: a comment on GitHub can have 65,536 characters. */
const MAX_LENGTH = 60_000;

/** The report as a comment in Markdown. */
export function markdownOf({ forecasts }: ForecastReport, summary: string): string {
  const start = `${MARKER}\n${text(summary)}\n`;
  if (forecasts.length === 0) return start;
  const rows: string[] = [];
  let length = 0;
  for (const row of forecasts.map(rowOf)) {
    length += row.length;
    if (length > MAX_LENGTH) break;
    rows.push(row);
  }
  const more = forecasts.length - rows.length;
  return `${start}\n${HEAD}${rows.join('')}${more === 0 ? '' : `\nand ${more} more\n`}`;
}

const HEAD = `| When (UTC) | Change request | Forecast | Why | What to do |
| --- | --- | --- | --- | --- |
`;

function rowOf(forecast: Forecast): string {
  const { project, environment, id, title, schedule } = forecast;
  const { what, explanations, more } = describeForecast(forecast);
  const cells = [
    text(describeSchedule(schedule)),
    code(present(`#${id} in ${project}, ${environment}`, title).join(': ')),
    text(what),
    [
      ...explanations.map(
        ({ because, how, why }) => `${code(because)}<br>${code(how)}<br>${text(why)}`,
      ),
      ...present(more).map(text),
    ].join('<br>'),
    explanations.map(({ next }) => text(next)).join('<br>'),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

/** A text in which nothing is Markdown or HTML. */
const text = (data: string): string =>
  printable(data).replaceAll(/[!#$&*:<>@[\\\]^_`{|}~]|\.(?=\S)/g, entity);

const entity = (each: string): string => `&#${each.codePointAt(0)};`;

/** In code, platforms make no mention of "@name", and no link to another issue of "#7". */
const code = (data: string): string => `<code>${text(data)}</code>`;
