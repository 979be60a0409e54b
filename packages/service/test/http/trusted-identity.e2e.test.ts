import { expect, it } from 'vitest';
import type { TrustedIdentity } from '../../src/keys/trusted-identity.ts';
import { makeKey } from './served-app.ts';
import { serveHere } from './with-stores.ts';

type Headers = Readonly<Record<string, string>>;

const RULES: TrustedIdentity['rules'] = [
  { user: 'ann', permissions: ['ADMIN'] },
  { user: 'bob', permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: ['shop'] },
];
const ANN: Headers = { 'Remote-User': 'ann' };

/** Serves for the users that a proxy names. Every address of the test is a proxy of `X-Forwarded-For`. */
async function serveBehind() {
  const identity = { header: 'remote-user', from: ['127.0.0.1'], rules: RULES };
  const settings = { trustProxy: ['127.0.0.1', '::1'], logCallers: true };
  const served = await serveHere(undefined, settings, { identity });
  const send = async (method: string, path: string, headers: Headers) => {
    const isWrite = method === 'POST';
    const response = await fetch(`${served.url}/api/admin${path}`, {
      method,
      headers: { ...headers, ...(isWrite ? { 'Content-Type': 'application/json' } : {}) },
      ...(isWrite ? { body: '{"id":"shop","name":"Shop"}' } : {}),
    });
    return { status: response.status, json: (await response.json()) as unknown };
  };
  return { store: served.store, served, send };
}

it('a user whom a proxy names needs no key, and events and the log name the user', async () => {
  const { served, send } = await serveBehind();

  const user = await send('GET', '/user', ANN);
  const written = await send('POST', '/projects', { ...ANN, 'Forewarn-Page': '/' });
  const { json: events } = await send('GET', '/events', ANN);

  expect(user).toMatchObject({ status: 200, json: { user: { name: 'ann' } } });
  expect(written.status).toBe(201);
  expect(events).toMatchObject({ events: [{ type: 'project-created', createdBy: 'ann' }] });
  expect(served.lines.filter(({ key }) => key === 'ann')).toHaveLength(3);
  expect(await send('GET', '/user', { 'Remote-User': 'bob' })).toMatchObject({
    json: { permissions: [{ permission: 'PROJECT_CHANGE_REQUEST_READ', project: 'shop' }] },
  });
  expect((await send('GET', '/user', { 'Remote-User': 'eve' })).json).toMatchObject({
    message: 'The user eve has no permission here. Ask for one.',
  });
});

it('a key in the header counts, not the user', async () => {
  const { store, send } = await serveBehind();
  const Authorization = await makeKey(store, 'ci', { permissions: [] });

  expect(await send('GET', '/user', { ...ANN, Authorization })).toMatchObject({
    json: { user: { name: 'ci' } },
  });
  expect((await send('GET', '/user', { ...ANN, Authorization: 'wrong' })).status).toBe(401);
});
