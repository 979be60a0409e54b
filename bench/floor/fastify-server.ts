// What a user who is free to choose would write by hand: Fastify, its schema for the response, pg and the floor's statements,
// without keys, limits and log.
import process from 'node:process';
import fastify from 'fastify';
import pg from 'pg';
import { deletion, searchFor, summariesIn } from './floor-statements.ts';

const pool = new pg.Pool({ connectionString: String(process.env['DATABASE_URL']), max: 10 });
const app = fastify();

const summary = {
  type: 'object',
  properties: {
    id: { type: 'number' },
    environment: { type: 'string' },
    title: { type: 'string' },
  },
};

app.get<{ Params: { projectId: string } }>(
  '/api/admin/projects/:projectId/change-requests/scheduled',
  { schema: { response: { 200: { type: 'array', items: summary } } } },
  async ({ params, url }, reply) => {
    const [, query = ''] = url.split('?', 2);
    const { rows } = await pool.query(searchFor(params.projectId, query));
    if (rows.length === 0) return reply.callNotFound();
    return summariesIn(rows);
  },
);

app.delete<{ Params: { name: string } }>(
  '/api/admin/strategies/:name',
  async ({ params }, reply) => {
    const { rows } = await pool.query(deletion(params.name));
    if (rows[0].is_removed !== true) return reply.callNotFound();
    return reply.send();
  },
);

const url = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(JSON.stringify({ msg: 'listening', url }));
