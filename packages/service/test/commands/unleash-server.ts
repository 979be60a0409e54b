import { startLocalServer } from '../../../../tools/local-server.ts';

/** A server that has the search of Unleash Enterprise and no impact. */
export type UnleashServer = Awaited<ReturnType<typeof serveUnleash>>;

/** Serves a project `shop` in which the change request 7 touches the feature `checkout`. */
export async function serveUnleash() {
  /** The methods of the requests so far. */
  const methods: string[] = [];
  const { url: own, close } = await startLocalServer(({ method = '', url = '' }, response) => {
    methods.push(method);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const isSearch = pathname === '/api/admin/projects/shop/change-requests/scheduled';
    response.setHeader('Content-Type', 'application/json');
    if (method !== 'GET' || !isSearch) {
      response.writeHead(404).end('{"id":"x","name":"NotFoundError","message":"Not found."}');
      return;
    }
    const isTouched = searchParams.getAll('feature').includes('checkout');
    response.end(isTouched ? '[{"id":7,"environment":"production","title":"Retire it"}]' : '[]');
  });
  return { url: own, methods, stop: close };
}
