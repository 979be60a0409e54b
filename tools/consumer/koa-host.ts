// A Koa app, of version 2 or 3.
import { createAdminRouter } from '@forewarn/http-koa';
import Router from '@koa/router';
import Koa from 'koa';
import { bodyParser } from '@koa/bodyparser';
import { checkHost, useCases } from './platform.ts';

const own = new Router({ prefix: '/api/admin' })
  .get('/ui-config', (ctx) => {
    ctx.body = { own: true };
  })
  .post('/feedback', (ctx) => {
    ctx.body = ctx.request.body;
  });
const app = new Koa()
  .use(bodyParser())
  .use(createAdminRouter(useCases).routes())
  .use(own.routes())
  .use((ctx) => {
    ctx.status = 404;
    ctx.body = 'of the host';
  });
const callback = app.callback();

await checkHost((request, response) => void callback(request, response));
