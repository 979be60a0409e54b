import { changeRequest } from '../http/sample-data.ts';

/** What a node was asked. */
interface Load {
  /** The ids of the change requests that it said to have recorded. */
  readonly recorded: readonly number[];
  /** Responses that are no success, and requests without one. */
  readonly failures: readonly string[];
  /** Resolves when this many more rounds have ended. */
  rounds(count: number): Promise<void>;
  stop(): Promise<void>;
}

const WORKERS = 3;

/**
 * Asks a node all the time: each round records and finds a change request, adds and deletes a strategy definition, and reads
 * lists.
 *
 * @param from the first id
 */
export function startLoad(url: string, key: string, from: number): Load {
  const [recorded, failures]: [number[], string[]] = [[], []];
  let [next, done] = [from, 0];
  const stopping = new AbortController();
  const waiting = new Set<{ readonly at: number; readonly resolve: () => void }>();

  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    try {
      const response = await fetch(`${url}/api/admin${path}`, {
        method,
        headers: { Authorization: key, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) failures.push(`${method} ${path}: ${response.status} ${text}`);
      return response.ok && text !== '' ? JSON.parse(text) : undefined;
    } catch (error) {
      failures.push(`${method} ${path}: ${String(error)}`);
      return undefined;
    }
  };
  const round = async (id: number): Promise<void> => {
    const scheduled = '/projects/shop/change-requests/scheduled';
    const change = changeRequest(id, { [`feature-${id}`]: [{ action: 'archiveFeature' }] });
    await send('PUT', `${scheduled}/${id}`, change);
    const found = await send('GET', `${scheduled}?feature=feature-${id}`);
    if (JSON.stringify(found ?? []).includes(`"id":${id}`)) recorded.push(id);
    else failures.push(`${id} was not found`);
    await send('POST', '/strategies', { name: `strategy-${id}`, parameters: [] });
    await send('GET', '/strategies');
    await send('GET', '/projects');
    await send('GET', '/events?limit=5');
    await send('GET', '/projects/shop/change-requests?limit=5');
    await send('GET', `/projects/shop/change-requests/${id}/forecast`);
    await send('POST', '/impact', { targets: [{ feature: `feature-${id}`, intent: 'archive' }] });
    await send('GET', '/cleanup?limit=5');
    await send('GET', '/webhooks');
    await send('DELETE', `/strategies/strategy-${id}`);
  };
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      next += 1;
      await round(next);
      done += 1;
      for (const each of waiting) if (done >= each.at) each.resolve();
    }
  };
  const working = Promise.all(Array.from({ length: WORKERS }, work));
  return {
    recorded,
    failures,
    rounds: (count) => new Promise((resolve) => void waiting.add({ at: done + count, resolve })),
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}
