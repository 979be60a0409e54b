import assert from 'node:assert/strict';
import type { Store } from '@forewarn/store';
import {
  BY,
  type Calls,
  closedCase,
  contractOf,
  INHERITED_NAMES,
  lookDuring,
  outageCase,
  PROJECT,
  registerProjects,
  repeat,
  signalCases,
  times,
  valueOf,
} from '@forewarn/store-contract/writing';
import type { ApiKeyStore } from '../api-key-repository.ts';
import { MAX_SESSIONS_OF_KEY, type Session, type SessionStore } from '../session-repository.ts';

/** The ports that `sessionContracts` need: those of a store, its API keys and their sessions. */
export type SessionPorts = Store & ApiKeyStore & SessionStore;

const HASH = 'a'.repeat(64);
const hashOf = (index: number): string => `ab${index.toString(16).padStart(62, '0')}`;
const at = (second: number): string =>
  new Date(Date.UTC(2026, 10, 23) + second * 1_000).toISOString();

const session = (index: number, given: Partial<Session> = {}): Session => ({
  tokenHash: hashOf(index),
  secretHash: HASH,
  startedAt: at(0),
  expiresAt: at(1_000 + index),
  ...given,
});

const start = async ({ sessions }: SessionPorts, ...all: readonly Session[]): Promise<void> => {
  for (const each of all) await valueOf(sessions.start(each));
};

/** The sessions of a store, in the order of their tokens. */
const sessionsIn = async ({ sessions }: SessionPorts): Promise<readonly Session[]> => {
  const all = await valueOf(sessions.list());
  return all.toSorted((a, b) => Number(a.tokenHash > b.tokenHash) - 0.5);
};

export const SESSION_CALLS: Calls<SessionPorts> = {
  'sessions.start': ({ sessions }, options) => sessions.start(session(2), options),
  'sessions.list': ({ sessions }, options) => sessions.list(options),
  'sessions.find': ({ sessions }, options) => sessions.find(hashOf(1), options),
  'sessions.end': ({ sessions }, options) => sessions.end(hashOf(1), options),
};

/** Stores the session that {@link SESSION_CALLS} find and end. */
export const fillForSessions = (store: SessionPorts): Promise<void> => start(store, session(1));

const EVERY_CALL = { calls: SESSION_CALLS, fill: fillForSessions };

/** The promises of sessions. */
export const sessionContract = contractOf<SessionPorts>('SessionRepository', {
  'finds a session by its token hash': async ({ store }) => {
    const all = [session(1), session(2, { secretHash: hashOf(9) })];
    await start(store, ...all);
    for (const each of all) {
      assert.deepEqual(await valueOf(store.sessions.find(each.tokenHash)), each);
    }
    assert.deepEqual(await sessionsIn(store), all);
  },
  'returns undefined for an unknown token hash': async ({ store }) => {
    await start(store, session(1));
    const hash = hashOf(1);
    const similar = [hash.toUpperCase(), hash.slice(0, -1), `${hash} `, HASH, '%', ''];
    for (const other of [hashOf(2), ...similar, ...INHERITED_NAMES]) {
      assert.equal(await valueOf(store.sessions.find(other)), undefined, other);
    }
  },
  'ends one session, or none': async ({ store }) => {
    await start(store, session(1), session(2));
    for (const hash of [hashOf(1), hashOf(1), '%', ...INHERITED_NAMES]) {
      await valueOf(store.sessions.end(hash));
    }
    assert.equal(await valueOf(store.sessions.find(hashOf(1))), undefined);
    assert.deepEqual(await sessionsIn(store), [session(2)]);
  },
  'removes what has expired when another session starts': async ({ store }) => {
    const expired = session(1, { expiresAt: at(10) });
    const kept = session(2, { expiresAt: at(11) });
    await start(store, expired, kept);
    assert.deepEqual(await valueOf(store.sessions.find(hashOf(1))), expired);
    const later = session(3, { startedAt: at(10), secretHash: hashOf(9) });
    await start(store, later);
    assert.deepEqual(await sessionsIn(store), [kept, later]);
  },
  'limits the sessions of each key, and ends those that expire first': async ({ store }) => {
    const other = session(0, { secretHash: hashOf(9), expiresAt: at(1) });
    await start(store, other);
    // If all came at once, the last ones would wait for longer than a call may take on a busy machine.
    const startOne = (index: number) => valueOf(store.sessions.start(session(index + 1)));
    await repeat(MAX_SESSIONS_OF_KEY / 50, (round) =>
      Promise.all(times(50, (index) => startOne(round * 50 + index))),
    );
    await start(store, session(MAX_SESSIONS_OF_KEY + 1), session(MAX_SESSIONS_OF_KEY + 2));
    const left = await sessionsIn(store);
    assert.equal(left.length, MAX_SESSIONS_OF_KEY + 1);
    assert.deepEqual(left.slice(0, 2), [other, session(3)]);
  },
  'ends with its key, and stays ended if the key comes back': async ({ store }) => {
    const keys = [
      { name: 'gone', secretHash: HASH, permissions: [] },
      { name: 'kept', secretHash: hashOf(9), permissions: [] },
    ];
    for (const key of keys) await valueOf(store.apiKeys.create(key));
    const kept = session(3, { secretHash: hashOf(9) });
    await start(store, session(1), session(2), kept);
    await lookDuring(
      () => valueOf(store.apiKeys.revoke('gone')),
      async () => {
        const isRevoked = (await valueOf(store.apiKeys.find(HASH))) === undefined;
        if (isRevoked) assert.deepEqual(await sessionsIn(store), [kept]);
      },
    );
    assert.deepEqual(await sessionsIn(store), [kept]);
    await valueOf(store.apiKeys.create({ name: 'gone', secretHash: HASH, permissions: [] }));
    assert.deepEqual(await sessionsIn(store), [kept]);
  },
  'ends with the last project of its key': async ({ store }) => {
    await registerProjects(store, PROJECT, 'other');
    const ofOne = { name: 'one', secretHash: HASH, permissions: [], projects: [PROJECT] };
    const projects = [PROJECT, 'other'];
    const ofTwo = { name: 'two', secretHash: hashOf(9), permissions: [], projects };
    for (const key of [ofOne, ofTwo]) await valueOf(store.apiKeys.create(key));
    const kept = session(2, { secretHash: hashOf(9) });
    await start(store, session(1), kept);
    await valueOf(store.projects.delete(PROJECT, BY));
    assert.deepEqual(await sessionsIn(store), [kept]);
  },
  ...closedCase(EVERY_CALL),
  ...outageCase(EVERY_CALL, sessionsIn),
  ...signalCases(EVERY_CALL, sessionsIn),
});
