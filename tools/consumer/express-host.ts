// An Express app whose body parser runs before everything else.
import { nodeMiddleware } from '@forewarn/http';
import express from 'express';
import { checkHost, useCases } from './platform.ts';

const app = express();
app.use(express.json());
app.use(nodeMiddleware(useCases));
app.get('/api/admin/ui-config', (_request, response) => void response.json({ own: true }));
app.post('/api/admin/feedback', (request, response) => void response.json(request.body));
app.use((_request, response) => void response.status(404).send('of the host'));

await checkHost(app);
