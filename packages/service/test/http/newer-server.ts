import { text } from 'node:stream/consumers';
import { startLocalServer } from '../../../../tools/local-server.ts';

/** Fields whose values are names that a later version may add to. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(['rule', 'evidence', 'why', 'names', 'source']);

/** Serves what another server responds, each object with a field that is not known yet, and further values of some fields. */
export const serveNewer = (url: string) =>
  startLocalServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const asked = await fetch(new URL(request.url ?? '', url), {
        method: request.method ?? 'GET',
        headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
        ...(body === '' ? {} : { body }),
      });
      const given = await asked.text();
      response
        .writeHead(asked.status, kept(asked.headers))
        .end(given === '' ? '' : JSON.stringify(widened(JSON.parse(given))));
    })();
  });

/** The headers that a client reads. Those of the other's body are not of this one. */
const kept = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(([name]) => /^(?:content-type|link|forewarn-.*)$/.test(name)),
  );

function widened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(widened);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]): [string, unknown] => [
    name,
    OPEN_FIELDS.has(name) && typeof each === 'string' ? `${each} of tomorrow` : widened(each),
  ]);
  return { ...Object.fromEntries(fields), addedTomorrow: { isNew: true } };
}
