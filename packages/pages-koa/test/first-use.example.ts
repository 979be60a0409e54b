import { createDocsRouter, createPageRouter } from '@forewarn/pages-koa';
import { type AdminUseCases, createAdminRouter, openApiDocument } from '@forewarn/http-koa';
import Koa from 'koa';

export function createApp(useCases: AdminUseCases<string | undefined>) {
  const basePath = '/flags';
  const admin = createAdminRouter(useCases, { basePath });
  const page = createPageRouter({ basePath });
  const document = () => openApiDocument(useCases, { basePath });
  const docs = createDocsRouter(document, { basePath, hasPage: true });
  return new Koa().use(admin.routes()).use(page.routes()).use(docs.routes());
}
