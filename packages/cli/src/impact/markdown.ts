import { code, comment, link, words } from '../report/comment.ts';
import type { Impact, LinkedChangeRequest, TargetImpact } from './impact.ts';
import { describeAsked, describeSchedule, present } from './describe.ts';
import { otherRowsOf, whysOf } from './impact-report.ts';

export const markdownOf = ({ impacts }: Pick<Impact, 'impacts'>, summary: string): string =>
  comment('check', summary, {
    head: ['Target', 'When (UTC)', 'Change request', 'Why, and what to do'],
    rows: impacts.flatMap(rowsOf),
  });

function rowsOf(impact: TargetImpact): readonly (readonly (readonly string[])[])[] {
  const target = [code(describeAsked(impact))];
  return [
    ...impact.changeRequests.map((each) => {
      const { schedule, url } = each;
      return [
        target,
        [code(describeSchedule(schedule))],
        [nameOf(each)],
        [...(url === undefined ? [] : [link('in Unleash', url)]), ...whysOf(each).map(words)],
      ];
    }),
    ...otherRowsOf(impact).map(({ id, project, environment, why }) => [
      target,
      [],
      id === '' ? [] : [nameOf({ id, project, environment })],
      why.map(code),
    ]),
  ];
}

type Named = Pick<LinkedChangeRequest, 'project' | 'environment' | 'title'>;

const nameOf = ({ id, project, environment, title }: Named & { id: number | string }): string =>
  code(present(`#${id} in ${project}, ${environment}`, title).join(': '));
