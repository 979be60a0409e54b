import type { Forecast } from '@forewarn/client';
import { FORECAST_WORDS } from '@forewarn/forecast';
import { describeSchedule, present } from '../impact/describe.ts';
import { code, comment, words } from '../report/comment.ts';
import type { ForecastReport } from './ask-forecasts.ts';
import { type Breaking, isSure } from './breaking.ts';
import { brokenTexts, describeForecast } from './describe-forecasts.ts';

export const markdownOf = ({ forecasts, breaking }: ForecastReport, summary: string): string =>
  comment('forecast', summary, {
    head: ['When (UTC)', 'Change request', 'Forecast', 'Why', 'What to do'],
    rows: [...forecasts.map(rowOf), ...breaking.map(breakingRowOf)],
  });

const OWN_WORDS: ReadonlySet<string> = new Set(Object.values(FORECAST_WORDS));

const breakingRowOf = (of: Breaking): readonly (readonly string[])[] => [
  [code(describeSchedule(of.schedule))],
  [code(present(`#${of.id} in ${of.project}, ${of.environment}`, of.title).join(': '))],
  [code(isSure(of) ? 'breaks others' : 'may break others')],
  brokenTexts(of).map(code),
  [],
];

function rowOf(forecast: Forecast): readonly (readonly string[])[] {
  const { project, environment, id, title, schedule } = forecast;
  const { what, lead, explanations, more } = describeForecast(forecast);
  return [
    [code(describeSchedule(schedule))],
    [code(present(`#${id} in ${project}, ${environment}`, title).join(': '))],
    [OWN_WORDS.has(what) ? what : code(what)],
    [
      ...present(lead).map(code),
      ...explanations.flatMap(({ because, how, why }) => [code(because), code(how), words(why)]),
      ...present(more).map(code),
    ],
    explanations.flatMap(({ todo, next }) => [code(todo), words(next)]),
  ];
}
