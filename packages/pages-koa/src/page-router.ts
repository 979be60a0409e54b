import { refuseOtherMethods, type ReportError } from '@forewarn/http-koa';
import Router from '@koa/router';
import type { Context } from 'koa';
import { serveAsset, CONTENT_SECURITY_POLICY } from './asset.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The options of the router. */
export interface PageRouterOptions {
  /** The path of the page without its last slash, such as `/flags`. The admin API is below the same path. Empty by default. */
  readonly basePath?: string;
  /** A public key that the sign-in offers, for a service with sample data. */
  readonly sampleKey?: string | undefined;
  /** Receives each error response. */
  readonly reportError?: ReportError;
}

/**
 * Serves Forewarn's page at `/`: `app.use(createPageRouter().routes())`. It shows what the admin API below the same path
 * returns for the key that its user enters, so the page itself needs no key.
 */
export function createPageRouter({
  basePath = '',
  sampleKey,
  reportError = () => {},
}: PageRouterOptions = {}): Router {
  const router = new Router({ strict: true });
  const servePage = serveAsset('text/html', () => readPage(sampleKey));
  router.get(`${basePath}/`, (ctx) => {
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    return unlessNotBuilt(ctx, servePage);
  });
  // The page's links are relative to the path with the slash.
  if (basePath !== '') router.get(basePath, (ctx) => ctx.redirect(`${basePath}/`));
  for (const [name, type] of Object.entries(PAGE_FILES)) {
    router.get(
      `${basePath}/page/${name}`,
      serveAsset(type, () => readPageFile(`page/${name}`)),
    );
  }
  const paths = router.stack.map(({ path }) => path);
  router.all(paths, refuseOtherMethods(['GET', 'HEAD', 'OPTIONS'], reportError));
  return router;
}

async function readPage(sampleKey: string | undefined): Promise<Buffer> {
  const html = await readPageFile('page.html');
  if (sampleKey === undefined) return html;
  const content = sampleKey.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const meta = `<meta name="forewarn-sample-key" content="${content}">`;
  return Buffer.from(html.toString().replace('</head>', () => `${meta}</head>`));
}

/** A published package contains the built page, a clone of the repository may not. */
async function unlessNotBuilt(ctx: Context, serve: (ctx: Context) => Promise<void>): Promise<void> {
  try {
    await serve(ctx);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    ctx.status = 503;
    ctx.type = 'text/plain';
    ctx.body = 'The page is not built. Run "npm run build" in the repository.\n';
  }
}

/** The files that `page.html` loads from `page/`, with their types. */
export const PAGE_FILES = {
  'page.js': 'text/javascript',
  'page.css': 'text/css',
} as const;

// Vite builds them from the folder `page` of the package.
const FOLDER = join(import.meta.dirname, '../dist/page');

/** Reads a file of the page. Rejects with `ENOENT` in a clone in which the page was not built. */
export const readPageFile = (name: string): Promise<Buffer> => readFile(join(FOLDER, name));
