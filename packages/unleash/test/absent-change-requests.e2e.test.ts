import { describe, expect, test } from 'vitest';
import { fakeChangeRequest, type FakeState, notFound } from './fake-unleash.ts';
import { follow, type Following } from './follow.ts';

const LIST = '/projects/shop/change-requests';
const ABSENT = notFound('Change request with id 7 not found');
const LINE = `project "shop": GET ${LIST}/7: Unleash listed this change request as Scheduled and says that it does not exist (404); check UNLEASH_URL, a proxy in front of Unleash, and the version of Unleash; the age of its data keeps growing`;
const LATER = Array.from({ length: 300 }, (_, n) =>
  fakeChangeRequest(n + 10, { state: 'Applied' }),
);

/** Lets the change request 7 be absent by its id, and something happen before Unleash says so. */
const absent = ({ unleash }: Following, happens: (state: FakeState) => void = () => {}) =>
  unleash.respond(`${LIST}/7`, (_request, response) => {
    happens(unleash.state);
    response.writeHead(404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(ABSENT.body));
  });

const timesListed = ({ unleash }: Following): number =>
  unleash.received.filter(({ path }) => path === LIST).length;

describe('coverage: a change request that is listed as scheduled and is absent by its id', () => {
  test('makes the project incomplete, and is kept if it is stored', async () => {
    const following = await follow({ changeRequests: [fakeChangeRequest(7)] });
    const { sync, idsOf, coverageOf, lines } = following;
    await sync({ now: () => 0 });
    const before = await coverageOf('shop');
    absent(following);

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(lines).toEqual([LINE]);
    expect([await idsOf('shop'), await coverageOf('shop')]).toEqual([[7], before]);
  });

  test('leaves a project without coverage that was never read whole', async () => {
    const changeRequests = [fakeChangeRequest(7), fakeChangeRequest(8)];
    const following = await follow({ changeRequests });
    absent(following);

    expect((await following.sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(await following.idsOf('shop')).toEqual([8]);
    expect(await following.coverageOf('shop')).toEqual({ kind: 'none' });
  });

  test('is gone if a later list no longer has it', async () => {
    const changeRequests = [fakeChangeRequest(7), fakeChangeRequest(8)];
    const following = await follow({ changeRequests });
    absent(following, (state) => (state.changeRequests = [fakeChangeRequest(8)]));

    expect((await following.sync())._unsafeUnwrap().isCurrent).toBe(true);

    expect(await following.idsOf('shop')).toEqual([8]);
    expect(await following.coverageOf('shop')).toMatchObject({ kind: 'as-of' });
    expect(following.lines).toEqual([]);
  });

  test.each<[string, (following: Following) => unknown]>([
    ['can not be read', ({ unleash }) => unleash.respond(LIST, { status: 403 })],
    ['has an unreadable entry', ({ unleash }) => unleash.respond(LIST, { body: [{}] })],
    ['may be cut', ({ unleash }) => (unleash.state.changeRequests = LATER)],
  ])('is not gone if the later list %s', async (_what, happens) => {
    const following = await follow({ changeRequests: [fakeChangeRequest(7)] });
    absent(following, () => happens(following));

    expect((await following.sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(await following.coverageOf('shop')).toEqual({ kind: 'none' });
    expect(following.lines).not.toEqual([]);
  });

  test('is listed again without naming what is unreadable a second time', async () => {
    const following = await follow({ changeRequests: [fakeChangeRequest(7)] });
    following.unleash.respond(LIST, { body: [fakeChangeRequest(7), { id: 'x' }] });
    absent(following);

    await following.sync();

    const { lines } = following;
    expect(lines.some((line) => line.includes('$[1].id'))).toBe(true);
    expect(lines).toEqual([...new Set(lines)]);
  });

  test('makes the project incomplete if only the search finds it', async () => {
    const following = await follow({ changeRequests: [fakeChangeRequest(7), ...LATER] });
    absent(following);

    expect((await following.sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(following.lines).toEqual([LINE]);
    expect(await following.coverageOf('shop')).toEqual({ kind: 'none' });
  });

  test('is the only reason to list twice', async () => {
    const following = await follow({ changeRequests: [fakeChangeRequest(7)] });
    await following.sync();
    expect(timesListed(following)).toBe(1);

    absent(following);
    await following.sync();
    expect(timesListed(following)).toBe(3);
  });
});
