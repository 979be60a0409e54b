import { describe, expect, test } from 'vitest';
import { fakeChangeRequest, type FakeState } from './fake-unleash.ts';
import { follow } from './follow.ts';

const LIST = '/projects/shop/change-requests';

describe('coverage: a list that may be cut', () => {
  const ENDED = Array.from({ length: 299 }, (_, n) =>
    fakeChangeRequest(n + 10, { state: 'Applied' }),
  );
  const [BEYOND, LAST] = [fakeChangeRequest(1), fakeChangeRequest(900)];
  const APPLIED = fakeChangeRequest(900, { state: 'Applied' });
  /** The last one is the 301st, so that the list leaves out the first one. */
  const capped = (more: Partial<FakeState> = {}) =>
    follow({ changeRequests: [BEYOND, ...ENDED, LAST], ...more });

  test('is searched if one was applied between the list and its count', async () => {
    const { unleash, sync, idsOf } = await capped();
    unleash.respond(`${LIST}/count`, (_request, response) => {
      unleash.state.changeRequests = [BEYOND, ...ENDED, APPLIED];
      unleash.recover();
      response.setHeader('Content-Type', 'application/json').end('{"scheduled":1}');
    });

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(true);

    expect(await idsOf('shop')).toContain(1);
  });

  test('is searched if one was scheduled before it and applied after it, so that both counts fit', async () => {
    const { unleash, sync, idsOf } = await capped();
    unleash.respond(LIST, (_request, response) => {
      unleash.recover();
      const listed = [...ENDED, LAST];
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(listed));
      unleash.state.changeRequests = [BEYOND, ...ENDED, APPLIED];
    });

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(true);

    expect(await idsOf('shop')).toContain(1);
  });

  test.each([
    ['before', 3, 2],
    ['after', 2, 3],
  ])('is incomplete if the count %s the search does not fit', async (_when, before, after) => {
    const { unleash, sync, coverageOf, lines } = await capped();
    const counts = [before, after];
    unleash.respond(`${LIST}/count`, (_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ scheduled: counts.shift() }));
    });

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(lines).toEqual([
      expect.stringContaining(
        `counts ${before} and then ${after} scheduled change requests, but finds 2`,
      ),
    ]);
    expect(await coverageOf('shop')).toEqual({ kind: 'none' });
  });

  test('is incomplete if it has a next page', async () => {
    const { unleash, sync, coverageOf } = await capped();
    const headers = { Link: `<${LIST}?cursor=2>; rel="next"` };
    unleash.respond(LIST, { body: [LAST], headers });

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(await coverageOf('shop')).toEqual({ kind: 'none' });
  });

  test('is incomplete if this Unleash is older than 7.3 and does not search', async () => {
    const { sync, idsOf, coverageOf, lines } = await capped({ hasSearch: false });

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(lines).toEqual([
      expect.stringMatching(
        /^project "shop": .*older than 7\.3.*; the age of its data keeps growing$/,
      ),
    ]);
    expect(await idsOf('shop')).toEqual([900]);
    expect(await coverageOf('shop')).toEqual({ kind: 'none' });
  });
});

test('finds the change requests beyond the 300 that Unleash lists', async () => {
  const later = Array.from({ length: 300 }, (_, n) =>
    fakeChangeRequest(n + 10, { state: 'Applied' }),
  );
  const { sync, idsOf, coverageOf, unleash } = await follow({
    changeRequests: [
      fakeChangeRequest(1),
      fakeChangeRequest(2, { project: 'other' }),
      fakeChangeRequest(3, { state: 'Approved' }),
      ...later,
      fakeChangeRequest(900),
    ],
  });

  expect((await sync())._unsafeUnwrap().isCurrent).toBe(true);

  expect(await idsOf('shop')).toEqual([1, 900]);
  expect(await coverageOf('shop')).toMatchObject({ kind: 'as-of' });
  expect(unleash.received.map(({ path }) => path)).toContain('/search/change-requests');
});

test('keeps the time of a project if Unleash counts more than it lists', async () => {
  const { sync, idsOf, coverageOf, unleash, lines } = await follow({
    listsChanges: true,
    changeRequests: Array.from({ length: 300 }, (_, n) => fakeChangeRequest(n)),
  });
  unleash.respond('/projects/shop/change-requests/count', { body: { scheduled: 301 } });

  expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

  expect(await idsOf('shop')).toHaveLength(300);
  expect(await coverageOf('shop')).toEqual({ kind: 'none' });
  expect(lines).toEqual([
    expect.stringMatching(/counts 301 and then 301 scheduled change requests, but finds 300/),
  ]);
});
