// A Fastify app.
import { nodeMiddleware } from '@forewarn/http';
import middie from '@fastify/middie';
import Fastify from 'fastify';
import { checkHost, useCases } from './platform.ts';

const app = Fastify();
await app.register(middie);
app.use(nodeMiddleware(useCases));
app.get('/api/admin/ui-config', () => ({ own: true }));
app.post('/api/admin/feedback', (request) => request.body);
app.setNotFoundHandler((_request, reply) => reply.code(404).send('of the host'));
await app.ready();

await checkHost((request, response) => app.routing(request, response));
