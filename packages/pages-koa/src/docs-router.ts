import type { OpenApiDocument, ReportError } from '@forewarn/http-koa';
import type Router from '@koa/router';
import { type AssetFile, assetRouter } from './asset-router.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The options of the router. */
export interface DocsRouterOptions {
  /** The path before `/docs`, such as `/flags`. Empty by default. */
  readonly basePath?: string;
  /** Receives each error response. */
  readonly reportError?: ReportError;
}

/**
 * Serves a page for reading and trying the admin API at `/docs`, and its OpenAPI document at `/docs/openapi.json`:
 * `app.use(createDocsRouter(() => openApiDocument(useCases)).routes())`. Neither needs a key, and neither shows stored
 * data.
 *
 * @param documentOf makes the document; called once, at the first request for it
 */
export function createDocsRouter(
  documentOf: () => OpenApiDocument,
  { basePath = '', reportError = () => {} }: DocsRouterOptions = {},
): Router {
  const page = `${basePath}/docs`;
  const swaggerUi = Object.entries(SWAGGER_UI_FILES).map(([name, type]): [string, AssetFile] => [
    `${page}/${name}`,
    [type, () => readFile(join(folder(), name))],
  ]);
  const files: Readonly<Record<string, AssetFile>> = {
    [page]: ['text/html', () => PAGE],
    [`${page}/openapi.json`]: ['application/json', () => JSON.stringify(documentOf())],
    [`${page}/start.js`]: ['text/javascript', () => START_SCRIPT],
    ...Object.fromEntries(swaggerUi),
  };
  // The page's links are relative to the path without the slash.
  return assetRouter(files, { [`${page}/`]: '../docs' }, reportError);
}

/** The page. Its relative links work below any path. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Forewarn admin API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** Starts the page. A separate file, because the policy forbids inline scripts. */
const START_SCRIPT = `SwaggerUIBundle({
  dom_id: '#docs',
  url: new URL('docs/openapi.json', document.baseURI).href,
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: 'none',
});
`;

/** The Swagger UI files that the page loads, with their types. */
const SWAGGER_UI_FILES = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
} as const;

// The published package contains the files. In the repository they are in node_modules.
const BUNDLED = join(import.meta.dirname, '../dist/swagger-ui');

const folder = (): string =>
  existsSync(BUNDLED)
    ? BUNDLED
    : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
