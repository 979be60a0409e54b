import { type OpenApiDocument, refuseOtherMethods, type ReportError } from '@forewarn/http-koa';
import Router from '@koa/router';
import type { Context } from 'koa';
import { CONTENT_SECURITY_POLICY, PAGE, START_SCRIPT } from './docs-page.ts';
import { readSwaggerUi, SWAGGER_UI_FILES } from './swagger-ui.ts';

/** How the router fits into its app. */
export interface DocsRouterOptions {
  /** What stands before `/docs`: `/flags`, say. Nothing when absent. */
  readonly basePath?: string;
  /** Is told of each error that was answered. */
  readonly reportError?: ReportError;
}

/**
 * Serves a page on which the admin API can be read and tried, at `/docs`, and the document that it shows, at
 * `/docs/openapi.json`: `app.use(createDocsRouter(() => openApiDocument(useCases)).routes())`. The document is asked for
 * once, when it is first needed. Both are for everybody: the document tells nothing of what is stored.
 */
export function createDocsRouter(
  documentOf: () => OpenApiDocument,
  { basePath = '', reportError = () => {} }: DocsRouterOptions = {},
): Router {
  const router = new Router({ strict: true });
  const page = `${basePath}/docs`;
  let json: string | undefined;
  router.get(page, (ctx) => {
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    answer(ctx, 'text/html', PAGE);
  });
  // The links of the page lead on from the path without the slash.
  router.get(`${page}/`, (ctx) => ctx.redirect('../docs'));
  router.get(`${page}/openapi.json`, (ctx) => {
    json ??= JSON.stringify(documentOf());
    answer(ctx, 'application/json', json);
  });
  router.get(`${page}/start.js`, (ctx) => answer(ctx, 'text/javascript', START_SCRIPT));
  for (const [name, type] of Object.entries(SWAGGER_UI_FILES)) {
    router.get(`${page}/${name}`, async (ctx) => answer(ctx, type, await readSwaggerUi(name)));
  }
  const paths = router.stack.map(({ path }) => path);
  router.all(paths, refuseOtherMethods(['GET', 'HEAD', 'OPTIONS'], reportError));
  return router;
}

function answer(ctx: Context, type: string, body: string | Buffer): void {
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.type = type;
  ctx.body = body;
}
