import type { Context, Middleware } from 'koa';

/** Maximum requests in progress for one client while there are others. */
const SHARE = 8;
/** How long a client counts after its last request. */
const RECENT_MS = 60_000;

/** The requests of one client. */
interface Client {
  inProgress: number;
  /** Callbacks that begin the requests that wait. */
  readonly waiting: (() => void)[];
}

/**
 * Keeps one client from slowing down the others: it has at most 8 requests in progress, and its further requests wait. A
 * client that is alone is not limited.
 *
 * @param clientOf names the client of a request
 */
export function shareFairly(clientOf: (ctx: Context) => string): Middleware {
  const clients = new Map<string, Client>();
  const isAlone = loneliness();

  const end = (name: string, client: Client): void => {
    client.inProgress -= 1;
    if (client.inProgress < SHARE) client.waiting.shift()?.();
    if (client.inProgress === 0) clients.delete(name);
  };

  return async (ctx, next) => {
    const name = clientOf(ctx);
    const client = clients.get(name) ?? { inProgress: 0, waiting: [] };
    clients.set(name, client);
    if (!isAlone(name) && client.inProgress >= SHARE) {
      await new Promise<void>((resolve) => {
        client.waiting.push(() => {
          client.inProgress += 1;
          resolve();
        });
      });
    } else client.inProgress += 1;
    try {
      // Its deadline may have passed meanwhile, or its client gone.
      if (!ctx.res.writableEnded && !ctx.res.closed) await next();
    } finally {
      end(name, client);
    }
  };
}

/** Returns a function that notes a request of a client, and tells whether no other client had one recently. */
function loneliness(): (name: string) => boolean {
  let last = { name: '', at: -Infinity };
  let lastOfAnother = last;
  return (name) => {
    const at = performance.now();
    if (name !== last.name) lastOfAnother = last;
    last = { name, at };
    return at - lastOfAnother.at > RECENT_MS;
  };
}
