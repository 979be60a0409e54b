import type Koa from 'koa';
import { expect, onTestFinished } from 'vitest';
import { startLocalServer } from '../../../tools/local-server.ts';

/** Requests a path of a served app. */
export type Get = (path: string, init?: RequestInit) => Promise<Response>;

/** Serves an app on a port of its own, until the test ends. */
export async function serve(app: Pick<Koa, 'callback'>): Promise<Get> {
  const handle = app.callback();
  const { url, close } = await startLocalServer(
    (request, response) => void handle(request, response),
  );
  onTestFinished(close);
  return (path, init) => fetch(`${url}${path}`, init);
}

/** Expects a page that may load only from its own server, and each file that it loads with its type. */
export async function expectClosedPage(get: Get, path: string, fileCount: number): Promise<void> {
  const page = await get(path);
  const html = await page.text();
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|http/);
  expect(html).not.toMatch(/<script>|<style|style=|https?:/);
  const files = [...html.matchAll(/(?:src|href)="(?<path>(?:docs|\.\/page)\/[^"]+)"/g)];
  expect(files).toHaveLength(fileCount);
  for (const { groups } of files) {
    const file = await get(new URL(groups?.['path'] ?? '', `http://host${path}`).pathname);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toMatch(/^text\/(?:css|javascript); charset=utf-8$/);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(file.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect((await file.text()).length).toBeGreaterThan(100);
  }
}
