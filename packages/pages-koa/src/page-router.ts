import type { ReportError } from '@forewarn/http-koa';
import type Router from '@koa/router';
import { type AssetFile, assetRouter } from './asset-router.ts';
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
  const files: Readonly<Record<string, AssetFile>> = {
    [`${basePath}/`]: ['text/html', () => readPage(sampleKey)],
    [`${basePath}/page/page.js`]: ['text/javascript', () => readBuilt('page/page.js')],
    [`${basePath}/page/page.css`]: ['text/css', () => readBuilt('page/page.css')],
  };
  // The page's links are relative to the path with the slash.
  return assetRouter(files, basePath === '' ? {} : { [basePath]: `${basePath}/` }, reportError);
}

async function readPage(sampleKey: string | undefined): Promise<Buffer> {
  const html = await readBuilt('page.html');
  if (sampleKey === undefined) return html;
  const content = sampleKey.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const meta = `<meta name="forewarn-sample-key" content="${content}">`;
  return Buffer.from(html.toString().replace('</head>', () => `${meta}</head>`));
}

// Vite builds them from the folder `page` of the package.
const FOLDER = join(import.meta.dirname, '../dist/page');

const readBuilt = (name: string): Promise<Buffer> => readFile(join(FOLDER, name));
