import { createServer, type Server } from 'node:http';
import { type AdminUseCases, type ApiKeyCredentials, nodeMiddleware } from '@forewarn/http';

export function serverOf(useCases: AdminUseCases<ApiKeyCredentials>): Server {
  const admin = nodeMiddleware(useCases);
  return createServer((request, response) =>
    admin(request, response, () => response.writeHead(404).end('yours')),
  );
}
