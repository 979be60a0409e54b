import { expect, test } from 'vitest';
import { cleanupTool } from '../../src/cleanup/cleanup-tool.ts';
import { toolOver } from '../tool-over.ts';
import { candidate, later } from './plans.ts';

test.each<readonly [object, readonly object[]]>([
  [{ features: ['a0'] }, [{ features: ['a0'] }]],
  [{ strategyDefinitions: ['gradual'] }, [{ definitions: ['gradual'] }]],
  [
    { features: ['a0'], strategyDefinitions: ['gradual'] },
    [{ features: ['a0'] }, { definitions: ['gradual'] }],
  ],
  [{}, [{}]],
])('plan_cleanup of %j asks for %j', async (given, expected) => {
  const asked: unknown[] = [];
  const call = toolOver(cleanupTool, {
    getCleanup: async (filter) => {
      asked.push(filter);
      return { outcome: 'done', value: { coverage: 'live', candidates: [] } };
    },
  });
  await call(given);

  expect(asked).toEqual(expected.map((each) => ({ ...each, quietDays: 7 })));
});

test('plan_cleanup shows the first 100 candidates, and counts all', async () => {
  const candidates = [
    later('b'),
    ...Array.from({ length: 100 }, (_each, at) => candidate(`a${at}`)),
  ];
  const call = toolOver(cleanupTool, {
    getCleanup: async () => ({ outcome: 'done', value: { coverage: 'live', candidates } }),
  });
  const { structuredContent } = (await call({})) as {
    readonly structuredContent: { readonly candidates: readonly unknown[] };
  };
  expect(structuredContent).toMatchObject({
    summary: '100 can be removed now, 1 later, 0 blocked, 0 unknown; the data is live',
    count: 101,
  });
  expect(structuredContent.candidates).toHaveLength(100);
  expect(structuredContent.candidates[0]).toEqual({
    target: 'the feature "a0"',
    project: 'shop',
    verdict: 'now',
    wave: 1,
    why: [],
  });
});
