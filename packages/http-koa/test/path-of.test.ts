import { expect, test } from 'vitest';
import { pathOf } from '../src/path-of.ts';

test.each([
  [[], ''],
  [['name'], 'name'],
  [['schedule', 'status'], 'schedule.status'],
  [['features', 0, 'changes', 12, 'action'], 'features[0].changes[12].action'],
  [[3], '[3]'],
  [[3, 'features', 0], '[3].features[0]'],
  [[0, 1], '[0][1]'],
  [['0'], '0'],
])('the path of %j is %j', (keys, path) => {
  expect(pathOf(keys)).toBe(path);
});
