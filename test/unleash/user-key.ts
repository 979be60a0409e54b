import { randomUUID } from 'node:crypto';
import type { UnleashAdmin } from './unleash-admin.ts';

/** Makes a user with a root role, and returns a key of this user. */
export async function makeUserKey(
  unleash: UnleashAdmin,
  rootRole: 'Admin' | 'Editor' | 'Viewer',
): Promise<string> {
  const user = { username: `user-${randomUUID()}`, password: 'Only-4-testing!' };
  await unleash.ask('POST', '/user-admin', { ...user, rootRole, sendEmail: false });
  const post = (path: string, body: object, cookie = ''): Promise<Response> =>
    fetch(`${unleash.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    });
  const session = await post('/auth/simple/login', user);
  // Unleash may not have stored the session until it sends the last byte.
  await session.text();
  const [cookie = ''] = session.headers.getSetCookie();
  const made = await post(
    '/api/admin/user/tokens',
    { description: 'for tests', expiresAt: '2100-01-01T00:00:00.000Z' },
    cookie,
  );
  const text = await made.text();
  if (!made.ok) throw new Error(`no key: ${made.status} ${text}`);
  return (JSON.parse(text) as { readonly secret: string }).secret;
}
