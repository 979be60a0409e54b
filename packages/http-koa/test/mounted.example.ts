import { type AdminUseCases, type ApiKeyCredentials, createAdminRouter } from '@forewarn/http-koa';
import Router from '@koa/router';
import Koa from 'koa';

export function createApp(useCases: AdminUseCases<ApiKeyCredentials>) {
  const own = new Router();
  own.get('/flags/api/admin/strategies', (ctx) => {
    ctx.body = ['served by the app itself'];
  });
  const admin = createAdminRouter(useCases, { basePath: '/flags' });
  return new Koa().use(admin.routes()).use(own.routes());
}
