import type { Forecast } from '@forewarn/client';
import { describeSchedule, present } from '../impact/describe.ts';
import { code, comment, words } from '../report/comment.ts';
import type { ForecastReport } from './ask-forecasts.ts';
import { describeForecast } from './describe-forecasts.ts';

/** The report as a comment in Markdown. */
export const markdownOf = ({ forecasts }: ForecastReport, summary: string): string =>
  comment('forecast', summary, {
    head: ['When (UTC)', 'Change request', 'Forecast', 'Why', 'What to do'],
    rows: forecasts.map(rowOf),
  });

function rowOf(forecast: Forecast): readonly (readonly string[])[] {
  const { project, environment, id, title, schedule } = forecast;
  const { what, lead, explanations, more } = describeForecast(forecast);
  return [
    [code(describeSchedule(schedule))],
    [code(present(`#${id} in ${project}, ${environment}`, title).join(': '))],
    [words(what)],
    [
      ...present(lead).map(code),
      ...explanations.flatMap(({ because, how, why }) => [code(because), code(how), words(why)]),
      ...present(more).map(code),
    ],
    explanations.map(({ next }) => words(next)),
  ];
}
