import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { serveRaw, textTo } from './serve-raw.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const LARGE = Buffer.alloc(16_000_000, 'x');

/** An app that collects its pending responses. */
function collecting() {
  const responses: ServerResponse[] = [];
  return {
    responses,
    app: (_: unknown, response: ServerResponse) => void responses.push(response),
  };
}

test('passes pipelined requests to the app one at a time, in order', async () => {
  const { responses, app } = collecting();
  const { client, connect: another } = await serveRaw(app);
  const text = textTo(client);

  client.write(`${GET}${GET}${LAST}`);
  for (const nth of [1, 2, 3]) {
    await expect.poll(() => responses.length).toBe(nth);
    // A later request of another client has arrived, so a second one of this client would have arrived, too.
    another().write(GET);
    await expect.poll(() => responses.length).toBe(nth + 1);
    responses.pop()?.destroy();
    responses[nth - 1]?.end(`the ${nth}.`);
  }

  expect((await text).match(/the \d/g)).toEqual(['the 1', 'the 2', 'the 3']);
});

test('buffers one response for a client that pipelines and does not read', async () => {
  let served = 0;
  const { client, connect: another } = await serveRaw(({ url }, response) => {
    if (url === '/other') return response.end('other');
    served += 1;
    return response.end(LARGE);
  });

  client.pause().write(GET.repeat(5));
  await expect.poll(() => served).toBe(1);
  for (let i = 0; i < 5; i++) {
    const other = another();
    other.write(LAST.replace('/', '/other'));
    expect(await textTo(other)).toContain('other');
  }
  expect(served).toBe(1);

  client.resume();
  await expect.poll(() => served).toBe(5);
});

test('stops reading while pipelined requests wait', async () => {
  const { responses, app } = collecting();
  const { client, served } = await serveRaw(app);

  client.write(GET.repeat(30));
  await expect.poll(() => responses.length).toBe(1);
  await expect.poll(() => served.isPaused()).toBe(true);
  const { bytesRead } = served;
  client.write(GET.repeat(30));
  const read: number[] = [];
  for (let nth = 1; nth < 30; nth++) {
    read.push(served.bytesRead);
    responses[nth - 1]?.end();
    await expect.poll(() => responses.length, { interval: 1 }).toBe(nth + 1);
  }
  expect(new Set(read)).toEqual(new Set([bytesRead]));
  responses[29]?.end();

  await expect.poll(() => responses.length).toBe(31);
});

test('cuts off a client that pipelines too many requests, and reads none of the others', async () => {
  const { responses, app } = collecting();
  const { client, server } = await serveRaw(app, { maxPipelined: 10 });
  let requests = 0;
  server.on('request', () => (requests += 1));
  const text = textTo(client);

  client.write(GET.repeat(1_000));

  expect(await text).toBe('');
  expect(responses).toHaveLength(1);
  expect(requests).toBe(12);
});

test('does not serve requests pipelined behind a response that ends the connection', async () => {
  let served = 0;
  const { client } = await serveRaw((_request, response) => {
    served += 1;
    response.setHeader('Connection', 'close').end('the end');
  });

  client.write(GET.repeat(3));

  expect((await textTo(client)).match(/the end/g)).toHaveLength(1);
  expect(served).toBe(1);
});

test('reads the whole body of a pipelined request', async () => {
  const bodies: number[] = [];
  const { client } = await serveRaw((request, response) => {
    let length = 0;
    request
      .on('data', (chunk: Buffer) => (length += chunk.length))
      .on('end', () => {
        bodies.push(length);
        response.end('read');
      });
  });
  const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`;

  client.write(`${GET}${post}${post}${LAST}`);
  expect((await textTo(client)).match(/read/g)).toHaveLength(4);

  expect(bodies).toEqual([0, 300_000, 300_000, 0]);
});

test('drops waiting requests of a disconnected client', async () => {
  const { responses, app } = collecting();
  const { client } = await serveRaw(app);

  // With a key, no queue of strangers looks whether the client has left.
  client.write(GET.replace('Host', 'Authorization: key\r\nHost').repeat(3));
  await expect.poll(() => responses.length).toBe(1);
  const [first] = responses;
  const closed = once(first as ServerResponse, 'close');
  client.resetAndDestroy();
  // Nothing is read in the meantime, so only writing the response detects the client's reset.
  first?.end(LARGE);
  await closed;
  await new Promise(setImmediate);

  expect(responses).toHaveLength(1);
});
