import { describe, expect, test } from 'vitest';
import { POWERLESS } from './admin-world.ts';
import { serveSale } from './sale-world.ts';
import { errorIn, json } from './serve.ts';

const OF_PROJECT = '/api/admin/projects/default/impact';
const OF_ALL = '/api/admin/impact';

const none = { outcome: 'none', count: 0, changeRequests: [], doubts: [], reasons: [] };

describe('the impact', () => {
  test('has exactly the documented shape, in the order of the targets', async () => {
    const { ask } = await serveSale();
    const targets = [
      { strategyDefinition: 'holidaySale', intent: 'delete' },
      { segment: 7 },
      { strategyId: 's-1', feature: 'checkout', intent: 'update' },
      { strategyDefinition: 'holidaySale' },
    ];

    const response = await ask('POST', OF_PROJECT, json({ targets }));

    const touch = { path: 'features[0].changes[0]', action: 'addStrategy', feature: 'winter-sale' };
    const sale = (consequence: object) => ({
      outcome: 'some',
      count: 1,
      changeRequests: [
        {
          project: 'default',
          id: 17,
          environment: 'production',
          title: 'Winter sale',
          schedule: { status: 'pending', scheduledAt: '2026-12-27T06:00:00.000Z' },
          createdBy: 'maria',
          touches: [{ ...touch, ...consequence }],
        },
      ],
      doubts: [
        {
          project: 'default',
          id: 1,
          environment: 'production',
          path: 'features[0].changes[0]',
          why: 'missing-id',
          kinds: ['strategyDefinition'],
        },
      ],
      reasons: [],
    });
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body)).toStrictEqual({
      impacts: [
        {
          target: targets[0],
          ...sale({ consequence: { outcome: 'fails', rule: 'definition-deleted' } }),
        },
        { target: targets[1], ...none },
        {
          target: targets[2],
          outcome: 'some',
          count: 1,
          changeRequests: [
            {
              project: 'default',
              id: 1,
              environment: 'production',
              title: 'Retire the old checkout',
              touches: [
                {
                  path: 'features[0].changes[0]',
                  action: 'deleteStrategy',
                  feature: 'checkout',
                  consequence: {
                    outcome: 'suspended',
                    reschedulable: true,
                    rule: 'strategy-updated',
                  },
                },
              ],
            },
          ],
          doubts: [],
          reasons: [],
        },
        { target: targets[3], ...sale({}) },
      ],
    });
  });

  test('over all projects is unknown while one has no coverage', async () => {
    const { ask } = await serveSale();
    const { body } = await ask('POST', OF_ALL, json({ targets: [{ segment: 7 }] }));

    expect(JSON.parse(body)).toStrictEqual({
      impacts: [{ target: { segment: 7 }, ...none, outcome: 'unknown', reasons: ['no-coverage'] }],
    });
  });

  test('takes null as absent, and a thousand targets', async () => {
    const { ask } = await serveSale();
    const target = { feature: null, segment: 7, intent: null };
    const targets = Array.from({ length: 1_000 }, () => target);
    const response = await ask('POST', OF_PROJECT, json({ targets }));

    expect(response.status).toBe(200);
    expect((JSON.parse(response.body) as { impacts: readonly object[] }).impacts).toHaveLength(
      1_000,
    );
  });

  const fine = { feature: 'checkout' };
  const ONE =
    'expected one of feature, strategyId, variantForFlag, segment and strategyDefinition; only a strategyId can have a feature beside it';
  const NAME =
    'expected 1 to 255 characters, none of them a control character or an unpaired surrogate';
  test.each<[string, unknown, string, string]>([
    ['no targets', { targets: [] }, 'targets', 'expected 1 to 1000 targets'],
    [
      '1,001 targets',
      { targets: Array.from({ length: 1_001 }, () => fine) },
      'targets',
      'expected at most 1000 elements',
    ],
    ['a missing list', {}, 'targets', 'expected array, received undefined'],
    [
      'an unknown key',
      { targets: [{ ...fine, x: 1 }] },
      'targets[0].x',
      'expected no field of this name',
    ],
    [
      'an unknown key beside the list',
      { targets: [fine], all: true },
      'all',
      'expected no field of this name',
    ],
    ['a misspelt target', { targets: [fine, { segmentId: 7 }] }, 'targets[1]', ONE],
    ['two targets in one', { targets: [fine, { ...fine, segment: 7 }] }, 'targets[1]', ONE],
    [
      'two targets and a feature',
      { targets: [{ ...fine, strategyId: 's', segment: 7 }] },
      'targets[0]',
      ONE,
    ],
    ['no target', { targets: [fine, fine, { intent: 'delete' }] }, 'targets[2]', ONE],
    [
      'a text as a target',
      { targets: ['checkout'] },
      'targets[0]',
      'expected object, received string',
    ],
    [
      'an intent that the kind does not have',
      { targets: [fine, fine, fine, { ...fine, intent: 'delete' }] },
      'targets[3].intent',
      'expected archive, for this kind of target',
    ],
    [
      'another intent of a segment',
      { targets: [{ segment: 7, intent: 'archive' }] },
      'targets[0].intent',
      'expected update or delete, for this kind of target',
    ],
    [
      'an unknown intent',
      { targets: [{ ...fine, intent: 'rename' }] },
      'targets[0].intent',
      'expected one of "archive"|"update"|"delete"',
    ],
    [
      'a segment as a text',
      { targets: [{ segment: '7' }] },
      'targets[0].segment',
      'expected a whole number',
    ],
    [
      'half a segment',
      { targets: [{ segment: 7.5 }] },
      'targets[0].segment',
      'expected a whole number',
    ],
    ['an empty name', { targets: [{ feature: '' }] }, 'targets[0].feature', NAME],
    [
      'a name with NUL',
      { targets: [{ strategyId: 's', feature: '\0' }] },
      'targets[0].feature',
      NAME,
    ],
  ])('refuses %s with its path', async (_what, body, path, message) => {
    const { ask } = await serveSale();

    for (const url of [OF_PROJECT, OF_ALL]) {
      const response = await ask('POST', url, json(body));
      expect(errorIn(response)).toMatchObject({ status: 400, paths: [path] });
      expect((JSON.parse(response.body) as { details: unknown }).details).toEqual([
        { path, message },
      ]);
    }
  });

  test('is 404 for an unknown project', async () => {
    const { ask } = await serveSale();
    const body = json({ targets: [{ segment: 7 }] });

    expect(errorIn(await ask('POST', '/api/admin/projects/none/impact', body))).toMatchObject({
      status: 404,
      message: 'There is no project "none".',
    });
  });

  test('reads no body of a stranger, nor of a key without the permission', async () => {
    const { ask } = await serveSale();
    const bad = (key: string) => json('no object', { Authorization: key });

    expect(errorIn(await ask('POST', OF_PROJECT, bad('invalid')))).toMatchObject({ status: 401 });
    expect(errorIn(await ask('POST', OF_ALL, bad('invalid')))).toMatchObject({ status: 401 });
    expect(errorIn(await ask('POST', OF_PROJECT, bad(POWERLESS)))).toMatchObject({ status: 403 });
    expect(errorIn(await ask('POST', OF_ALL, bad(POWERLESS)))).toMatchObject({ status: 400 });
  });

  test('does not disclose projects that the key may not read', async () => {
    const { ask } = await serveSale();
    const asked = json({ targets: [{ feature: 'checkout' }] }, { Authorization: POWERLESS });
    const { body } = await ask('POST', OF_ALL, asked);

    expect(JSON.parse(body)).toStrictEqual({
      impacts: [
        {
          target: { feature: 'checkout' },
          ...none,
          outcome: 'unknown',
          reasons: ['no-coverage', 'unreadable-projects'],
        },
      ],
    });
  });
});
