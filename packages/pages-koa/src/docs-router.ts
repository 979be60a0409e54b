import type { OpenApiDocument, ReportError } from '@forewarn/http-koa';
import type Router from '@koa/router';
import { type AssetFile, assetRouter } from './asset-router.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface DocsRouterOptions {
  /** The path before `/docs`, such as `/flags`. Empty by default. */
  readonly basePath?: string;
  /** Whether `createPageRouter` serves Forewarn's page at the same base path, for a link to it. Default: false. */
  readonly hasPage?: boolean;
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
  { basePath = '', hasPage = false, reportError = () => {} }: DocsRouterOptions = {},
): Router {
  const page = `${basePath}/docs`;
  const swaggerUi = Object.entries(SWAGGER_UI_FILES).map(([name, type]): [string, AssetFile] => [
    `${page}/${name}`,
    [type, () => readFile(join(folder(), name))],
  ]);
  const files: Readonly<Record<string, AssetFile>> = {
    [page]: ['text/html', () => pageWith(hasPage ? WAY_BACK : '')],
    [`${page}/openapi.json`]: ['application/json', () => JSON.stringify(documentOf())],
    [`${page}/start.js`]: ['text/javascript', () => startScriptAt(basePath)],
    [`${page}/docs.css`]: ['text/css', () => STYLE],
    ...Object.fromEntries(swaggerUi),
  };
  // The page's links are relative to the path without the slash.
  return assetRouter(files, { [`${page}/`]: '../docs' }, reportError);
}

const WAY_BACK = '<a class="way-back" href="./">← Forewarn</a>';

/** The page. Its relative links work below any path. */
const pageWith = (wayBack: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Forewarn admin API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/docs.css">
  </head>
  <body>
    ${wayBack}
    <div id="docs"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** Starts the page. A separate file, because the policy forbids inline scripts. */
const startScriptAt = (
  basePath: string,
): string => `const dark = matchMedia('(prefers-color-scheme: dark)');
const show = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', show);
show();
SwaggerUIBundle({
  dom_id: '#docs',
  url: new URL('docs/openapi.json', document.baseURI).href,
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: 'none',
  // The document does not know what a proxy puts before its paths.
  requestInterceptor: (request) => {
    const folder = new URL('.', document.baseURI).pathname;
    const before = folder.slice(0, -${basePath.length + 1});
    const url = new URL(request.url, document.baseURI);
    const isIn = (path) => url.pathname.startsWith(path);
    // Both can be the same: /x before the paths of /x.
    const isWhole = isIn(folder) || (isIn(before + '/') && !isIn(${JSON.stringify(`${basePath}/`)}));
    if (!isWhole) url.pathname = before + url.pathname;
    return Object.assign(request, { url: url.href });
  },
});
`;

/** What Swagger UI leaves open: a phone, and the dark before its first paint. */
const STYLE = `:root {
  color-scheme: light dark;
}
body {
  margin: 0;
  background: light-dark(#fff, #1c2022);
}
.way-back {
  display: block;
  padding: 0.8rem 20px;
  font: 15px/1.5 system-ui, sans-serif;
  color: light-dark(#2456c9, #8fb0ff);
  text-underline-offset: 0.15em;
}
.swagger-ui .info {
  margin: 20px 0;
}
@media (width < 44rem) {
  .swagger-ui :is(.opblock-tag, .opblock-summary-control) {
    flex-wrap: wrap;
  }
  .swagger-ui .opblock-tag small {
    order: 1;
    flex-basis: 100%;
    padding: 0;
  }
  .swagger-ui .opblock-summary-path {
    max-width: calc(100% - 6.5rem);
  }
  .swagger-ui .opblock-body {
    overflow-x: auto;
  }
  .swagger-ui .opblock-body :is(table, tbody, tr, td) {
    display: block;
    width: auto;
    max-width: 100%;
  }
  .swagger-ui .opblock-body thead {
    display: none;
  }
  .swagger-ui .opblock-body :is(input, select, textarea) {
    max-width: 100%;
  }
  .swagger-ui .dialog-ux .modal-ux {
    min-width: 0;
    width: calc(100vw - 1rem);
  }
}
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
