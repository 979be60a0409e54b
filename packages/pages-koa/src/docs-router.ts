import { type OpenApiDocument, refuseOtherMethods, type ReportError } from '@forewarn/http-koa';
import Router from '@koa/router';
import { serveAsset } from './asset.ts';
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts';
import { PAGE, START_SCRIPT } from './docs-page.ts';
import { readSwaggerUi, SWAGGER_UI_FILES } from './swagger-ui.ts';

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
  const router = new Router({ strict: true });
  const page = `${basePath}/docs`;
  const servePage = serveAsset('text/html', () => PAGE);
  router.get(page, (ctx) => {
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    return servePage(ctx);
  });
  // The page's links are relative to the path without the slash.
  router.get(`${page}/`, (ctx) => ctx.redirect('../docs'));
  router.get(
    `${page}/openapi.json`,
    serveAsset('application/json', () => JSON.stringify(documentOf())),
  );
  router.get(
    `${page}/start.js`,
    serveAsset('text/javascript', () => START_SCRIPT),
  );
  for (const [name, type] of Object.entries(SWAGGER_UI_FILES)) {
    router.get(
      `${page}/${name}`,
      serveAsset(type, () => readSwaggerUi(name)),
    );
  }
  const paths = router.stack.map(({ path }) => path);
  router.all(paths, refuseOtherMethods(['GET', 'HEAD', 'OPTIONS'], reportError));
  return router;
}
