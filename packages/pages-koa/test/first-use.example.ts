import type { ForecastUseCases } from '@forewarn/forecast';
import { httpForecast } from '@forewarn/forecast/http';
import { createDocsRouter, createPageRouter } from '@forewarn/pages-koa';
import { type AdminUseCases, createAdminRouter, openApiDocument } from '@forewarn/http-koa';
import Koa from 'koa';

type Key = string | undefined;

export function createApp(useCases: AdminUseCases<Key>, forecasts: ForecastUseCases<Key>) {
  const options = { basePath: '/flags', capabilities: [httpForecast(forecasts)] };
  const admin = createAdminRouter(useCases, options);
  const page = createPageRouter(options);
  const document = () => openApiDocument(useCases, options);
  const docs = createDocsRouter(document, { ...options, hasPage: true });
  return new Koa().use(admin.routes()).use(page.routes()).use(docs.routes());
}
