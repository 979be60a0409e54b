import { beforeAll, describe, expect } from 'vitest';
import { changeRequest, featureUseOf, inDays, record } from '../http/sample-data.ts';
import { serveFor } from '../http/with-stores.ts';
import { test } from './place.ts';

const served = serveFor();
let env: Readonly<Record<string, string>>;
const SOON = `${inDays(3).slice(0, 16)}:00.000Z`;

const update = (id: number, name: string) =>
  changeRequest(
    id,
    { [name]: [{ action: 'updateEnabled' }] },
    { schedule: { status: 'pending', scheduledAt: SOON } },
  );

beforeAll(async () => {
  env = await served.envWith('ci');
  await record(served.store, update(7, 'checkout'));
  const used = { isStale: true, lastSeenAt: null, children: [], parents: [] };
  const features = ['sale', 'checkout', 'banner'].map((name) => ({ name, ...used }));
  await featureUseOf(served.store).replace({
    projectId: 'shop',
    asOf: new Date().toISOString(),
    features,
  });
});

describe('forewarn cleanup', () => {
  test('lists what can be removed, and when', async ({ place }) => {
    const { code, stdout, stderr } = await place.run(['cleanup', '--project', 'shop'], { env });

    expect(stdout).toContain('the feature "banner"    now ');
    expect(stdout).toContain(`after ${SOON.slice(0, 16).replace('T', ' ')} UTC`);
    expect(stderr).toMatch(/2 can be removed now, 1 later, 0 blocked, 0 unknown; the data is /);
    expect(code).toBe(0);
  });

  test('writes a plan that a check compares later', async ({ place }) => {
    const written = await place.run(['cleanup', '--json'], { env });
    await place.write({ 'plan.json': written.stdout });
    expect(written.stdout).toContain(`"after":"${SOON}"`);
    const check = (...more: readonly string[]) =>
      place.run(['check', '--plan', 'plan.json', ...more], { env });

    expect(await check()).toMatchObject({ code: 0, stdout: '' });
    await record(served.store, update(8, 'sale'));
    const changed = await check();
    expect(changed.code).toBe(1);
    expect(changed.stdout).toMatch(/the feature "sale" +now +after .*#8 in shop/);
    expect(changed.stderr).toContain('1 of 3 planned removals no longer holds;');
    const rest = { outcome: 'some', count: 3, goneCount: 0 };
    expect(JSON.parse((await check('--json')).stdout)).toMatchObject(rest);
    expect((await check('--markdown')).stdout).toMatch(/^<!-- forewarn check -->\n/);
  });

  test.for([
    [['cleanup', '--quiet-days', '-1'], 'Expected a whole number'],
    [['cleanup', '--project', 'none'], 'no project "none"'],
    [['check', '--terraform', 'x.json', '--intent', 'archive'], 'cannot be used with'],
  ] as const)('%j exits with 2', async ([args, says], { place }) => {
    const { code, stderr } = await place.run(args, { env });

    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });

  test('exits with 2 if candidates may be missing', async ({ place }) => {
    await served.store.projects.register({ id: 'unread', name: 'Unread' }, 'ann');
    await served.store.projects.declareLive('unread', 'ann');
    const { code, stderr } = await place.run(['cleanup', '--project', 'unread'], { env });

    expect(stderr).toContain('0 can be removed now, 0 later, 0 blocked, 0 unknown; ');
    expect(stderr).toContain('the data is incomplete');
    expect(code).toBe(2);
  });
});
