import { describe, expect, test } from 'vitest';
import { fakeChangeRequest } from './fake-unleash.ts';
import { follow, type Following } from './follow.ts';

const SEARCH = '/search/change-requests';
const LISTED = 300;

interface Page {
  readonly total: number;
  readonly changeRequests: readonly object[];
}

const items = (first: number, count: number, project = 'other') =>
  Array.from({ length: count }, (_, n) => ({ id: first + n, project, state: 'Scheduled' }));

/** An Unleash whose list is full, so that a sync searches, and whose search has the given pages. */
async function followPages(pageAt: (offset: number) => Page): Promise<Following> {
  const following = await follow({
    listsChanges: true,
    changeRequests: Array.from({ length: LISTED }, (_, n) => fakeChangeRequest(n + 1)),
  });
  following.unleash.respond('/projects/shop/change-requests/count', {
    body: { scheduled: LISTED + 1 },
  });
  following.unleash.respond(SEARCH, ({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://unleash');
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(pageAt(Number(searchParams.get('offset')))));
  });
  return following;
}

const searches = ({ unleash }: Following): number =>
  unleash.received.filter(({ path }) => path === SEARCH).length;

describe('pages that never end are unreadable', () => {
  test.each<[string, (offset: number) => Page, number]>([
    ['without items', () => ({ total: 1e9, changeRequests: [] }), 1],
    ['with one item each', (at) => ({ total: 1e9, changeRequests: items(1_000 + at, 1) }), 1],
    ['with two items each', (at) => ({ total: 1e9, changeRequests: items(1_000 + at, 2) }), 500],
  ])('%s', async (_what, pageAt, count) => {
    const following = await followPages(pageAt);

    expect((await following.sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(searches(following)).toBe(count);
    expect(following.lines).toEqual([
      expect.stringMatching(/^project "shop": .*\/search\/change-requests.* returns .*pages/),
    ]);
    expect(await following.coverageOf('shop')).toEqual({ kind: 'none' });
  });
});

test('pages that are shorter than the limit are read one after the other', async () => {
  const all = [...items(1_000, 10), ...items(0, LISTED + 1, 'shop')];
  const following = await followPages((at) => ({
    total: all.length,
    changeRequests: all.slice(at, at + 100),
  }));
  following.unleash.respond('/projects/shop/change-requests/0', { body: fakeChangeRequest(0) });

  expect((await following.sync())._unsafeUnwrap().isCurrent).toBe(true);

  expect(await following.idsOf('shop')).toHaveLength(LISTED + 1);
  expect(searches(following)).toBe(4);
});

test('a list is incomplete if the pages of the search changed while they were read', async () => {
  const all = [...items(1_000, 10), ...items(0, LISTED + 1, 'shop')];
  const following = await followPages((at) => {
    // After the first page, one on it is applied, so that the next ones move up and one is on no page.
    if (at > 0 && all.length === LISTED + 11) all.splice(0, 1);
    return { total: all.length, changeRequests: all.slice(at, at + 100) };
  });

  expect((await following.sync())._unsafeUnwrap().isCurrent).toBe(false);

  expect(following.lines).toContainEqual(
    expect.stringMatching(/offset=99: the pages changed while they were read/),
  );
  expect(await following.coverageOf('shop')).toEqual({ kind: 'none' });
});
