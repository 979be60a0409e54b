import type { ReportError } from '@forewarn/http-koa';
import type Router from '@koa/router';
import { type AssetFile, assetRouter } from './asset-router.ts';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

export interface PageRouterOptions {
  /** The path of the page without its last slash, such as `/flags`. The admin API is below the same path. Empty by default. */
  readonly basePath?: string;
  /** A public key that the sign-in offers, for a service with sample data. */
  readonly sampleKey?: string | undefined;
  /** The address of Unleash, for links to its change requests. Everyone who opens the page can read it. */
  readonly unleashUrl?: string | undefined;
  /**
   * Whether `POST session` below the base path, with the key, starts a session by a cookie, and `DELETE session` ends it.
   * Default: false, and the page keeps the key in its tab.
   */
  readonly hasSessions?: boolean;
  /** Receives each error response. */
  readonly reportError?: ReportError;
}

/**
 * Serves Forewarn's page at `/`: `app.use(createPageRouter().routes())`. It shows what the admin API below the same path
 * returns for the key that its user enters, or for a session of the host by a cookie, so the page itself needs no key.
 */
export function createPageRouter({
  basePath = '',
  sampleKey,
  unleashUrl,
  hasSessions = false,
  reportError = () => {},
}: PageRouterOptions = {}): Router {
  const files: Readonly<Record<string, AssetFile>> = {
    [`${basePath}/`]: [
      'text/html',
      () =>
        readPage({
          'sample-key': sampleKey,
          'unleash-url': unleashUrl,
          sessions: hasSessions ? 'session' : undefined,
        }),
    ],
    [`${basePath}/page/page.js`]: ['text/javascript', () => readBuilt('page/page.js')],
    [`${basePath}/page/page.css`]: ['text/css', () => readBuilt('page/page.css')],
  };
  // The page's links are relative to the path with the slash.
  const redirects = basePath === '' ? {} : { [basePath]: `./${basename(basePath)}/` };
  return assetRouter(files, redirects, reportError);
}

/** The page with what it needs to know before the sign-in. */
async function readPage(facts: Readonly<Record<string, string | undefined>>): Promise<Buffer> {
  const html = await readBuilt('page.html');
  const metas = Object.entries(facts).map(([name, value]) => {
    if (value === undefined) return '';
    const content = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `<meta name="forewarn-${name}" content="${content}">`;
  });
  return Buffer.from(html.toString().replace('</head>', () => `${metas.join('')}</head>`));
}

// Vite builds them from the folder `page` of the package.
const FOLDER = join(import.meta.dirname, '../dist/page');

const readBuilt = (name: string): Promise<Buffer> => readFile(join(FOLDER, name));
