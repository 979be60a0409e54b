import { by } from '@forewarn/impact';
import { describe, expect, test } from 'vitest';
import { POWERLESS } from './admin-world.ts';
import { serveSale } from './sale-world.ts';
import { errorIn, json } from './serve.ts';

const OF_PROJECT = '/api/admin/projects/default/impact';
const OF_ALL = '/api/admin/impact';

const lists = { count: 0, changeRequests: [], doubts: [], reasons: [], names: 'unchecked' };
const none = { outcome: 'none', complete: true, ...lists };
const unknown = { outcome: 'unknown', complete: false, ...lists };

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

    const RETIRED = { project: 'default', id: 1, environment: 'production' };
    const SALE = {
      project: 'default',
      id: 17,
      environment: 'production',
      title: 'Winter sale',
      schedule: { status: 'pending', scheduledAt: '2026-12-27T06:00:00.000Z' },
      createdBy: 'maria',
    };
    const touch = (action: string, feature: string, consequence = {}) => ({
      touches: [{ path: 'features[0].changes[0]', action, feature, ...consequence }],
    });
    const sale = (consequence: object) => ({
      ...none,
      outcome: 'some',
      names: 'checked',
      count: 1,
      changeRequests: [{ ...SALE, ...touch('addStrategy', 'winter-sale', consequence) }],
    });
    const retired = {
      ...RETIRED,
      title: 'Retire the old checkout',
      ...touch('deleteStrategy', 'checkout', { consequence: by('still-applies') }),
    };
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body)).toStrictEqual({
      coverage: 'live',
      impacts: [
        { target: targets[0], ...sale({ consequence: by('definition-deleted') }) },
        { target: targets[1], ...none },
        { target: targets[2], ...none, outcome: 'some', count: 1, changeRequests: [retired] },
        { target: targets[3], ...sale({}) },
      ],
    });
  });

  test('over all projects is unknown while one has no coverage', async () => {
    const { ask } = await serveSale();
    const { body } = await ask('POST', OF_ALL, json({ targets: [{ segment: 7 }] }));

    expect(JSON.parse(body)).toStrictEqual({
      coverage: 'none',
      impacts: [{ target: { segment: 7 }, ...unknown, reasons: ['no-coverage'] }],
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
  const of = (...targets: readonly unknown[]) => ({ targets });
  const ONE =
    'expected one of feature, strategyId, variantForFlag, segment, strategyDefinition, environment, contextField and user; only a strategyId can have a feature beside it';
  const INTENT = expect.stringContaining('expected one of "archive"|"delete"|"move"');
  const MANY = Array.from({ length: 1_001 }, () => fine);
  const FIELD = 'expected no field of this name';
  test.each<[string, object, string, string]>([
    ['no targets', of(), 'targets', 'expected 1 to 1000 targets'],
    ['1,001 targets', of(...MANY), 'targets', 'expected at most 1000 elements'],
    ['a missing list', {}, 'targets', 'expected array, received undefined'],
    ['an unknown key', of({ ...fine, x: 1 }), 'targets[0].x', FIELD],
    ['an unknown key beside the list', { targets: [fine], all: true }, 'all', FIELD],
    ['two targets and a feature', of({ ...fine, strategyId: 's', segment: 7 }), 'targets[0]', ONE],
    ['a text as a target', of('checkout'), 'targets[0]', 'expected object, received string'],
    ['an unknown intent', of({ ...fine, intent: 'rename' }), 'targets[0].intent', INTENT],
    ['a segment as a text', of({ segment: '7' }), 'targets[0].segment', 'expected a whole number'],
    ['half a segment', of({ segment: 7.5 }), 'targets[0].segment', 'expected a whole number'],
  ])('refuses %s with its path', async (_what, body, path, message) => {
    const { ask } = await serveSale();

    for (const url of [OF_PROJECT, OF_ALL]) {
      const response = await ask('POST', url, json(body));
      expect(errorIn(response)).toMatchObject({ status: 400, details: [{ path, message }] });
    }
  });

  test.each([
    '{"targets":[{"feature":"checkout","feature":"basket"}]}',
    '{"targets":[{"feature":"checkout"}],"targets":[{"feature":"basket"}]}',
    '{"targets":[{"segment":7,"\\u0073egment":8}]}',
  ])('refuses the same key twice: %s', async (body) => {
    const { ask } = await serveSale();

    for (const url of [OF_PROJECT, OF_ALL]) {
      const message = 'the body: expected no key twice in an object.';
      const response = await ask('POST', url, { ...json({}), body });
      expect(errorIn(response)).toMatchObject({ status: 400, message });
    }
  });

  test('does not disclose projects that the key may not read', async () => {
    const { ask } = await serveSale();
    const asked = json({ targets: [{ feature: 'checkout' }] }, { Authorization: POWERLESS });
    const { body } = await ask('POST', OF_ALL, asked);

    expect(JSON.parse(body)).toStrictEqual({
      coverage: 'none',
      impacts: [
        {
          target: { feature: 'checkout' },
          ...unknown,
          reasons: ['no-coverage', 'unreadable-projects'],
        },
      ],
    });
  });
});
