import type { UnleashAdmin } from './unleash-admin.ts';

const VIEWER = { username: 'viewer', password: 'Only-4-looking!' };

/** Makes a user who may only read, and returns a key of this user. */
export async function makeViewerKey(unleash: UnleashAdmin): Promise<string> {
  await unleash.ask('POST', '/user-admin', { ...VIEWER, rootRole: 'Viewer', sendEmail: false });
  const post = (path: string, body: object, cookie = ''): Promise<Response> =>
    fetch(`${unleash.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    });
  const session = await post('/auth/simple/login', VIEWER);
  // Unleash may not have stored the session until it sends the last byte.
  await session.text();
  const [cookie = ''] = session.headers.getSetCookie();
  const made = await post(
    '/api/admin/user/tokens',
    { description: 'viewer', expiresAt: '2100-01-01T00:00:00.000Z' },
    cookie,
  );
  const text = await made.text();
  if (!made.ok) throw new Error(`no key: ${made.status} ${text}`);
  return (JSON.parse(text) as { readonly secret: string }).secret;
}
