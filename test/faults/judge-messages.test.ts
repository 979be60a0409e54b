import { expect, it } from 'vitest';
import { type Alert, judgeMessages } from './judge-messages.ts';

const predicted: Alert = { type: 'forecast-predicted', changeRequest: 2 };
const resolved: Alert = { type: 'forecast-resolved', changeRequest: 2 };
const EXPECTED = [predicted, resolved];

const message = (id: string, { type, changeRequest }: Alert, about = {}) => ({
  id,
  body: JSON.stringify({ type, data: { data: { id: changeRequest }, preData: null, ...about } }),
});

const first = message('a', predicted);
const second = message('b', resolved);

it.each([
  ['a missing one', EXPECTED, [first], 'never received: forecast-resolved of 2'],
  [
    'another',
    EXPECTED,
    [first, second, message('c', { ...predicted, changeRequest: 3 })],
    'invented: ',
  ],
  ['two ids', EXPECTED, [first, message('c', predicted), second], 'sent with two ids: '],
  ['two bodies', EXPECTED, [first, message('a', predicted, { x: 1 }), second], 'one id with two '],
  ['a wrong order', EXPECTED, [second, first], 'out of order: 2'],
  ['two events', [...EXPECTED, predicted], [first, second], '2 events: forecast-predicted of 2'],
  ['no event', [resolved], [first, second], '0 events: forecast-predicted of 2'],
  [
    'an event of nothing',
    [...EXPECTED, { ...predicted, changeRequest: 3 }],
    [first, second],
    'event of nothing: ',
  ],
])('reports %s', (_what, told, received, words) => {
  const { lost, wrong } = judgeMessages(EXPECTED, told, received);
  expect([...lost, ...wrong]).toEqual([expect.stringContaining(words)]);
});

it('takes a summary for what it lists', () => {
  const { type, changeRequest: id } = predicted;
  const data = { reason: 'new-webhook', first: [{ type, data: { id }, preData: null }] };
  const summary = { id: 'a', body: JSON.stringify({ type: 'summary', data }) };

  expect(judgeMessages(EXPECTED, EXPECTED, [summary, second])).toEqual({ lost: [], wrong: [] });
  expect(judgeMessages([resolved], [resolved], [summary, second]).wrong).toEqual([
    'invented: forecast-predicted of 2',
  ]);
});
