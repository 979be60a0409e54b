import { expect, test } from 'vitest';
import { fakeStrategy } from './fake-unleash.ts';
import { follow } from './follow.ts';

const HOUR_MS = 3_600_000;

test.each([
  ['ahead', HOUR_MS, 0, /the clock of Unleash is 60 minutes ahead/],
  ['behind', -HOUR_MS, HOUR_MS, /the clock of this machine is 60 minutes ahead/],
])('if the clock of Unleash is %s, the earlier time counts', async (_what, ms, older, line) => {
  const { sync, unleash, coverageOf, lines } = await follow();
  unleash.clockAheadMs = ms;
  const startedAt = Date.now();

  await sync();

  expect(lines).toEqual([expect.stringMatching(line)]);
  const coverage = await coverageOf('shop');
  const asOf = coverage?.kind === 'as-of' ? Date.parse(coverage.asOf) : 0;
  // The time in a response has whole seconds.
  expect(asOf).toBeGreaterThan(startedAt - older - 2_000);
  expect(asOf).toBeLessThanOrEqual(Date.now() - older);
});

test.each([
  ['/strategies', { strategies: [fakeStrategy('holidaySale')] }],
  ['/ui-config', { versionInfo: { instanceId: 'one' } }],
])('a slow response to %s is no wrong clock', async (path, body) => {
  const { sync, unleash, lines } = await follow();
  let slowMs = 0;
  unleash.respond(path, (_request, response) => {
    slowMs = 60_000;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });

  (await sync({ now: () => Date.now() + slowMs }))._unsafeUnwrap();

  expect(lines).toEqual([]);
});
