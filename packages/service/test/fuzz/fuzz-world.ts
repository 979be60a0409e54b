import type { AlertStore } from '@forewarn/notify';
import type { ApiKeyStore } from '@forewarn/operate';
import type { Store } from '@forewarn/store';
import { ask, searchPath, strategyPath } from '../http/ask.ts';
import { changeRequest, featureUseOf, record, register } from '../http/sample-data.ts';
import { makeKey } from '../http/served-app.ts';

/** The names in requests, so that many of them exist. */
export const PROJECTS = ['shop', 'office', 'attic'] as const;
export const STRATEGIES = ['red', 'green', 'blue', 'a.b~c_d-e'] as const;
/** The first one stays until an arbitrary request deletes it. */
export const WEBHOOKS = ['webhook-1', 'webhook-2'] as const;
export const FEATURES = ['checkout', 'search', 'sale'] as const;

/** Names that only smuggled requests use. */
export const CANARY = 'canary';

const KEYS = {
  admin: {},
  reader: { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: ['shop'] },
  powerless: { permissions: [] },
  calendar: { permissions: ['READ_CALENDAR'] },
} as const;

/** Their secrets, as in a request's header. */
export const SECRETS = Object.keys(KEYS).map((name) => `secret of ${name}`);
export const ADMIN = 'secret of admin';

/** Fills a store with the names in requests and with the canary, which must survive. */
export async function fill(store: Store & ApiKeyStore): Promise<void> {
  for (const [name, scope] of Object.entries(KEYS)) await makeKey(store, name, scope);
  for (const project of [...PROJECTS, CANARY]) {
    await record(
      store,
      changeRequest(1, { [project]: [{ action: 'archiveFeature' }] }, { project }),
    );
  }
  await register(store, ...STRATEGIES, CANARY);
  const features = FEATURES.map((name) => ({ name, isStale: true, definitions: ['red'] }));
  const asOf = new Date().toISOString();
  const receiver = {
    url: 'http://127.0.0.1:1/',
    template: 'generic',
    secret: 'whsec_eA==',
  } as const;
  const { webhooks } = store as Store as Store & AlertStore;
  for (const id of WEBHOOKS) {
    const webhook = { id, ...receiver, createdBy: 'admin', createdAt: asOf };
    (await webhooks.add(webhook))._unsafeUnwrap();
  }
  (await featureUseOf(store).replace({ projectId: 'shop', asOf, features }))._unsafeUnwrap();
}

/** Throws unless the canary is unchanged and everything can be read. */
export async function expectUnharmed(served: { readonly url: string }): Promise<void> {
  const key = ADMIN;
  const paths = ['/health', '/ready', strategyPath(CANARY), '/api/admin/strategies'];
  paths.push('/api/admin/projects', '/api/admin/events?limit=1000');
  for (const path of [...paths, ...PROJECTS.map((id) => `${searchPath(id)}/1`)]) {
    const { status, text } = await ask(served, { path, key });
    const isAllowed = status === 200 || (status === 404 && path.endsWith('/1'));
    if (!isAllowed) throw new Error(`afterwards, ${path} is a ${status}: ${text}`);
  }
  const { text } = await ask(served, { path: searchPath(CANARY, `feature=${CANARY}`), key });
  if (text !== '[{"id":1,"environment":"production"}]') throw new Error(`the canary is ${text}`);
}
