// The smallest equivalent program: node:http, pg, one prepared statement per operation, the same key check and the same
// JSON; no framework, no query builder.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import process from 'node:process';
import pg from 'pg';
import { READER } from '../server-process.ts';
import { deletion, searchFor, summariesIn } from './floor-statements.ts';

const SEARCH_PATH = /^\/api\/admin\/projects\/([^/]+)\/change-requests\/scheduled$/;
const DELETE_PATH = /^\/api\/admin\/strategies\/([^/]+)$/;

const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const known = hash(String(process.env['INIT_ADMIN_API_TOKENS']));
const reader = hash(READER);
const pool = new pg.Pool({ connectionString: String(process.env['DATABASE_URL']), max: 10 });

function send(response: ServerResponse, status: number, body?: unknown): void {
  if (body === undefined) {
    response.writeHead(status, { 'Content-Length': 0 }).end();
    return;
  }
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    })
    .end(text);
}

const refuse = (response: ServerResponse, status: number, name: string): void =>
  send(response, status, { id: randomUUID(), name, message: name });

async function search(response: ServerResponse, project: string, query: string): Promise<void> {
  const { rows } = await pool.query(searchFor(decodeURIComponent(project), query));
  if (rows.length === 0) refuse(response, 404, 'NotFoundError');
  else send(response, 200, summariesIn(rows));
}

async function remove(response: ServerResponse, name: string): Promise<void> {
  const { rows } = await pool.query(deletion(decodeURIComponent(name)));
  if (rows[0].is_removed === true) send(response, 200);
  else refuse(response, 404, 'NotFoundError');
}

const server = createServer((request, response) => {
  const given = hash(request.headers.authorization ?? '');
  const isReader = timingSafeEqual(given, reader);
  if (!isReader && !timingSafeEqual(given, known)) {
    refuse(response, 401, 'AuthenticationRequired');
    return;
  }
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const project = request.method === 'GET' ? SEARCH_PATH.exec(path)?.[1] : undefined;
  const name = request.method === 'DELETE' ? DELETE_PATH.exec(path)?.[1] : undefined;
  if (project !== undefined) void search(response, project, query);
  else if (name !== undefined && isReader) refuse(response, 403, 'NoAccessError');
  else if (name !== undefined) void remove(response, name);
  else refuse(response, 404, 'NotFoundError');
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'string' || address === null) throw new Error('no port');
  console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${address.port}` }));
});
