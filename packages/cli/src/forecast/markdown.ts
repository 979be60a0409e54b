import type { Forecast } from '@forewarn/client';
import { describeSchedule, present } from '../impact/describe.ts';
import { code, comment, text } from '../report/comment.ts';
import type { ForecastReport } from './ask-forecasts.ts';
import { describeForecast } from './describe-forecasts.ts';

/** The report as a comment in Markdown. */
export const markdownOf = ({ forecasts }: ForecastReport, summary: string): string =>
  comment('forecast', summary, {
    head: ['When (UTC)', 'Change request', 'Forecast', 'Why', 'What to do'],
    rows: forecasts.map(rowOf),
  });

function rowOf(forecast: Forecast): readonly string[] {
  const { project, environment, id, title, schedule } = forecast;
  const { what, lead, explanations, more } = describeForecast(forecast);
  return [
    text(describeSchedule(schedule)),
    code(present(`#${id} in ${project}, ${environment}`, title).join(': ')),
    text(what),
    [
      ...present(lead).map(text),
      ...explanations.map(
        ({ because, how, why }) => `${code(because)}<br>${code(how)}<br>${text(why)}`,
      ),
      ...present(more).map(text),
    ].join('<br>'),
    explanations.map(({ next }) => text(next)).join('<br>'),
  ];
}
