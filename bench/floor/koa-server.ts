// What a user of Koa, its router and pg would write by hand: the floor's statements, without keys, limits and log.
import process from 'node:process';
import Router from '@koa/router';
import Koa from 'koa';
import pg from 'pg';
import { deletion, searchFor, summariesIn } from './floor-statements.ts';

const pool = new pg.Pool({ connectionString: String(process.env['DATABASE_URL']), max: 10 });
const router = new Router({ prefix: '/api/admin' });

router.get('/projects/:projectId/change-requests/scheduled', async (ctx) => {
  const { rows } = await pool.query(searchFor(String(ctx.params['projectId']), ctx.querystring));
  if (rows.length === 0) return ctx.throw(404);
  ctx.body = summariesIn(rows);
});

router.delete('/strategies/:name', async (ctx) => {
  const { rows } = await pool.query(deletion(String(ctx.params['name'])));
  if (rows[0].is_removed !== true) return ctx.throw(404);
  ctx.body = null;
  ctx.status = 200;
});

const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'string' || address === null) throw new Error('no port');
  console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${address.port}` }));
});
