import { createMemoryStore } from '@forewarn/store-memory';
import { expect, test } from 'vitest';
import { serve } from './served-app.ts';

const CLOSE = { headers: { Connection: 'close' } };

test.each([
  ['', '/', '/'],
  ['/flags', '/flags', '/flags/'],
  ['/flags', '/flags/', '/flags/'],
])('below the base path "%s", GET %s shows the page at %s', async (basePath, path, page) => {
  const served = await serve(createMemoryStore(), basePath);
  try {
    const response = await fetch(new URL(path, served.url), CLOSE);

    expect(new URL(response.url).pathname).toBe(page);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('<title>Forewarn</title>');
  } finally {
    await served.stop();
  }
});

test('responds with 405 to other methods of /', async () => {
  const served = await serve(createMemoryStore());
  try {
    const response = await fetch(served.url, { method: 'POST', ...CLOSE });

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  } finally {
    await served.stop();
  }
});
