import type { LookupAddress, lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postToReceiver } from '../src/service/post-to-receiver.ts';
import { receiversIn } from '../src/service/receiver-addresses.ts';

const BODY = { headers: {}, body: '{}' };

const allowing = (...entries: readonly string[]) => {
  const allowed = receiversIn(entries);
  if (allowed === undefined) throw new TypeError(`not allowable: ${entries.join()}`);
  return { allowed };
};

type Options = Parameters<typeof postToReceiver>[1];

/** Posts to 127.0.0.1, which is allowed. */
const postTo = (port: number, more: Partial<Options> = {}) =>
  postToReceiver(
    { ...BODY, url: `http://127.0.0.1:${port}/` },
    { ...allowing('127.0.0.1'), ...more },
  );

/** Resolves every name to these addresses. */
const resolvingTo = (...addresses: readonly string[]) =>
  ((_name: string, _options: unknown, callback: (error: null, all: LookupAddress[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup;

/** Starts a receiver on 127.0.0.1, and returns its port and the paths that it was asked for. */
async function receiver(listener: RequestListener) {
  const paths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, paths };
}

describe('refuses a receiver whose URL has', () => {
  it.each([
    ['a loopback address', 'http://127.0.0.1:PORT/'],
    ['a decimal address', 'http://2130706433:PORT/'],
    ['an octal address', 'http://0177.0.0.1:PORT/'],
    ['a hexadecimal address', 'http://0x7f.1:PORT/'],
    ['an address of full-width digits', 'http://１２７.0.0.1:PORT/'],
    ['the unspecified address', 'http://0.0.0.0:PORT/'],
    ['the IPv6 loopback address', 'http://[::1]:PORT/'],
    ['an IPv4 address mapped to IPv6', 'http://[::ffff:127.0.0.1]:PORT/'],
    ['a translated IPv4 address', 'http://[::ffff:0:127.0.0.1]:PORT/'],
    ['an IPv4 address behind NAT64', 'http://[64:ff9b::7f00:1]:PORT/'],
    ['an IPv4 address in 6to4', 'http://[2002:7f00:1::]:PORT/'],
    ['a link-local address, such as the metadata of a cloud', 'http://169.254.169.254/latest/'],
    ['a private address', 'https://10.1.2.3/'],
    ['a unique local address', 'https://[fd00:ec2::254]/'],
    ['a name and a password', 'http://admin:secret@hooks.example.com:PORT/'],
    ['another protocol', 'file:///etc/passwd'],
    ['no slashes, so that its path looks like its host', 'https:hooks.example.com/secret'],
    [
      'a backslash, so that its path looks like its host',
      String.raw`https://hooks.example.com\secret`,
    ],
    ['a NUL', 'https://hooks.example.com/\0'],
    ['an unpaired surrogate', 'https://hooks.example.com/\ud800'],
    ['a name that resolves to a loopback address', 'http://localhost:PORT/'],
  ])('%s', async (_what, url) => {
    const { port, paths } = await receiver((_request, response) => response.end());
    const posted = await postToReceiver(
      { ...BODY, url: url.replace('PORT', String(port)) },
      allowing('hooks.example.com'),
    );
    expect(posted._unsafeUnwrapErr()).toMatch(/public|expected/);
    expect(paths).toEqual([]);
  });
});

it.each([
  ['a private address', ['10.0.0.7']],
  ['a link-local IPv6 address', ['fe80::1%eth0']],
  ['a private address among public ones', ['93.184.216.34', '192.168.1.1']],
])('refuses a name that resolves to %s', async (_what, addresses) => {
  const posted = await postToReceiver(
    { ...BODY, url: 'http://hooks.example.com:9/secret?token=1' },
    { ...allowing(), resolve: resolvingTo(...addresses) },
  );
  expect(posted._unsafeUnwrapErr()).toMatch(
    /^hooks.example.com has the address [\w.:%]+: not public/,
  );
});

it.each([
  ['a private address', 'http://10.0.0.7/'],
  ['a decimal address', 'http://167772167/'],
  ['a name that resolves to a private address', 'http://inside.example.com/'],
  ['credentials', 'http://admin:secret@127.0.0.1/'],
  ['another protocol', 'file:///etc/passwd'],
  ['a URL that is none', 'http://'],
])('refuses a redirect to %s', async (_what, location) => {
  const { port } = await receiver((_request, response) =>
    response.writeHead(307, { location }).end(),
  );
  const posted = await postTo(port, { resolve: resolvingTo('10.0.0.7') });
  expect(posted._unsafeUnwrapErr()).toMatch(/public|expected/);
});

it('connects to the address that it checked, without resolving the name again', async () => {
  const { port, paths } = await receiver((_request, response) => response.writeHead(204).end());
  let resolved = 0;
  const once127 = resolvingTo('127.0.0.1');
  const resolve = ((...args: Parameters<typeof lookup>) => {
    resolved += 1;
    (once127 as (...all: unknown[]) => void)(...args);
  }) as unknown as typeof lookup;
  const url = `http://hooks.example.com:${port}/hook`;
  const posted = await postToReceiver({ ...BODY, url }, { ...allowing('127.0.0.0/8'), resolve });
  expect(posted._unsafeUnwrap()).toBe(204);
  expect({ resolved, paths }).toEqual({ resolved: 1, paths: ['/hook'] });
});

it.each([
  ['an address', '127.0.0.1'],
  ['a range', '127.0.0.0/8'],
])('reaches a receiver that WEBHOOK_ALLOW allows as %s', async (_what, entry) => {
  const { port } = await receiver((_request, response) => response.end());
  const posted = await postTo(port, allowing(entry));
  expect(posted._unsafeUnwrap()).toBe(200);
});

it('reaches a receiver that WEBHOOK_ALLOW allows by name, and no other name', async () => {
  const { port } = await receiver((_request, response) => response.end());
  const resolve = resolvingTo('127.0.0.1');
  const options = { ...allowing('hooks.internal'), resolve };
  const reached = await postToReceiver({ ...BODY, url: `http://Hooks.Internal:${port}/` }, options);
  const other = await postToReceiver({ ...BODY, url: `http://x.hooks.internal:${port}/` }, options);
  expect([reached.isOk(), other.isErr()]).toEqual([true, true]);
});

it('follows three redirects that keep the body, and no more', async () => {
  const { port, paths } = await receiver((_request, response) =>
    response.writeHead(308, { location: '/again' }).end(),
  );
  const posted = await postTo(port);
  expect(posted._unsafeUnwrapErr()).toBe('redirected more than 3 times');
  expect(paths).toHaveLength(4);
});

it('does not follow a redirect that would drop the body', async () => {
  const { port, paths } = await receiver((_request, response) =>
    response.writeHead(302, { location: '/else' }).end(),
  );
  const posted = await postTo(port);
  expect({ status: posted._unsafeUnwrap(), paths }).toEqual({ status: 302, paths: ['/'] });
});

it('gives up when a receiver does not respond in time', async () => {
  const { port } = await receiver(() => {});
  const posted = await postTo(port, { timeoutMs: 50 });
  expect(posted._unsafeUnwrapErr()).toBe('no response within 50 ms');
});

it.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('says what to do about the certificate of a company: %s', async (code) => {
  const error = Object.assign(new Error('no chain'), { code });
  const resolve = ((_name: string, _options: unknown, callback: (error: Error) => void) =>
    callback(error)) as unknown as typeof lookup;
  const url = 'https://chat.example.com/hook';

  const posted = await postToReceiver({ ...BODY, url }, { ...allowing(), resolve });

  expect(posted._unsafeUnwrapErr()).toBe(
    `no response: ${code}; name the file with the CA of its certificate in NODE_EXTRA_CA_CERTS of the service`,
  );
});

/** Starts a receiver of raw TCP that writes these bytes after the request, and ends the connection if it is told to. */
async function rawReceiver(bytes: string, isEnding: boolean) {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(bytes);
      if (isEnding) socket.destroySoon();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port };
}

const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n';

it.each([
  [200, 'a body that never ends', `200 OK\r\n${CHUNKED}5\r\nhello\r\n`, false],
  [200, 'a body without a length that never ends', '200 OK\r\n\r\nhello', false],
  [200, 'a body that is cut', '200 OK\r\nContent-Length: 100\r\n\r\nhello', true],
  [200, 'a chunked body that is cut', `200 OK\r\n${CHUNKED}5\r\nhel`, true],
  [200, 'a chunk that can not be read', `200 OK\r\n${CHUNKED}zz\r\n`, false],
  [200, 'trailers that never end', `200 OK\r\n${CHUNKED}0\r\nX: 1\r\n`, false],
  [204, 'a body although it has none', '204 No Content\r\n\r\nhello', false],
  [200, 'early hints before it', `103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n${CHUNKED}`, false],
  [500, 'a body that never ends', `500 No\r\n${CHUNKED}5\r\nhello\r\n`, false],
  [307, 'a body that never ends, without a Location', `307 No\r\n${CHUNKED}`, false],
])('takes the status %d of a response with %s', async (status, _what, bytes, isEnding) => {
  const { port } = await rawReceiver(`HTTP/1.1 ${bytes}`, isEnding);
  const posted = await postTo(port, { endMs: 20 });
  expect(posted._unsafeUnwrap()).toBe(status);
});

it('follows a redirect whose body never ends', async () => {
  const { port, paths } = await receiver((_request, response) => response.end());
  const location = `Location: http://127.0.0.1:${port}/moved`;
  const redirecting = await rawReceiver(`HTTP/1.1 308 Moved\r\n${location}\r\n${CHUNKED}`, false);
  const posted = await postTo(redirecting.port);
  expect([posted._unsafeUnwrap(), paths]).toEqual([200, ['/moved']]);
});

it('does not wait for a receiver that upgrades the connection', async () => {
  const upgrade = '101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  const { port } = await rawReceiver(`HTTP/1.1 ${upgrade}`, false);
  const posted = await postTo(port);
  expect(posted._unsafeUnwrap()).toBe(101);
});

it('reads at most 64 KB of a response that never ends', async () => {
  let written = 0;
  const { port } = await receiver((_request, response) => {
    const write = (): void => {
      while (!response.destroyed) {
        written += 16_384;
        if (!response.write(Buffer.alloc(16_384))) break;
      }
    };
    response.on('drain', write);
    write();
  });
  const posted = await postTo(port);
  expect(posted._unsafeUnwrap()).toBe(200);
  // What the sockets buffer comes on top.
  expect(written).toBeLessThan(50_000_000);
});
