import { memoryOperate } from '@forewarn/operate/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { memoryNotify } from '@forewarn/notify/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { describe, expect, onTestFinished, test as plainTest } from 'vitest';
import { startLocalServer } from '../../../../tools/local-server.ts';
import { createService } from '../../src/composition-root.ts';
import { apiKeyAuthorizer } from '../../src/keys/api-key-authorizer.ts';
import { postToReceiver } from '../../../notify/src/service/post-to-receiver.ts';
import { receiversIn } from '../../../notify/src/service/receiver-addresses.ts';
import { test } from '../commands/place.ts';
import { serveUnleash } from '../commands/unleash-server.ts';
import { startProxy } from './connect-proxy.ts';

const NAME = 'hooks.example.com';
const POST = { headers: {}, body: '{}' };
const allowed = receiversIn([]) ?? { names: new Set<string>(), addresses: undefined as never };
const unresolved = (() => {
  throw new Error('a name was resolved');
}) as never;

async function proxyTo(port: number | 'refuses') {
  const proxy = await startProxy(port);
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** Starts a server that responds with a status, and returns its port. */
async function receiver(statusOf: (url?: string) => number = () => 204): Promise<number> {
  const { url, close } = await startLocalServer((request, response) =>
    response.writeHead(statusOf(request.url)).end(),
  );
  onTestFinished(close);
  return Number(new URL(url).port);
}

describe('a message to a webhook', () => {
  const post = (url: string, proxy: string) =>
    postToReceiver({ url, ...POST }, { allowed, resolve: unresolved, proxyOf: () => proxy });

  plainTest('goes through the proxy, which resolves the name', async () => {
    const proxy = await proxyTo(await receiver());

    expect((await post(`http://${NAME}/a`, proxy.url))._unsafeUnwrap()).toBe(204);
    expect(proxy.requests).toEqual([`POST http://${NAME}/a`]);
  });

  plainTest(
    'goes through a tunnel to https, and the reason says when the proxy refuses it',
    async () => {
      const proxy = await proxyTo('refuses');

      expect((await post(`https://${NAME}/a`, proxy.url))._unsafeUnwrapErr()).toBe(
        'no response: the proxy did not connect to the receiver',
      );
      expect(proxy.requests).toEqual([`CONNECT ${NAME}:443`]);
    },
  );

  plainTest('never asks a proxy for an address that is not public', async () => {
    const proxy = await proxyTo('refuses');

    expect((await post('http://10.0.0.1/a', proxy.url)).isErr()).toBe(true);
    expect(proxy.requests).toEqual([]);
  });

  plainTest('is checked as before without a proxy for its host', async () => {
    const sent = await postToReceiver(
      { url: 'http://127.0.0.1/a', ...POST },
      { allowed, proxyOf: () => undefined },
    );

    expect(sent._unsafeUnwrapErr()).toContain('WEBHOOK_ALLOW');
  });
});

plainTest('the log says once what a proxy leaves unchecked', async () => {
  const lines: string[] = [];
  const store = createMemoryStore({}, [memoryForecast, memoryNotify, memoryOperate]);
  const log = Object.assign(() => {}, {
    info: () => {},
    error: () => {},
    warn: (_: object, line: string) => void lines.push(line),
    child: () => log,
  }) as never;
  const service = createService({
    store,
    authorizer: apiKeyAuthorizer(store.apiKeys),
    settings: { port: 0, proxyOf: () => undefined },
    log,
  })._unsafeUnwrap();
  (await service.listen())._unsafeUnwrap();
  await service.stop();

  expect(lines.filter((line) => line.includes('through a proxy'))).toHaveLength(1);
});

describe('the proxies of the environment', () => {
  test('are the way of a sync and of a question', async ({ place }) => {
    const unleash = await serveUnleash();
    onTestFinished(() => unleash.stop());
    const proxy = await proxyTo(Number(new URL(unleash.url).port));
    const env = { HTTP_PROXY: `${proxy.url}\r\n`, NO_PROXY: '' };

    await place.start(['sync', '--dry-run'], {
      env: { ...env, UNLEASH_URL: 'http://unleash.example.com', UNLEASH_API_KEY: 'key' },
    });
    expect(proxy.requests).toContain('GET http://unleash.example.com/api/admin/projects');

    const asked = [
      'check',
      '--url',
      'http://flags.example.com',
      '--project',
      'a',
      '--feature',
      'a',
    ];
    await place.start(asked, { env: { ...env, FOREWARN_API_KEY: 'key' } });
    expect(proxy.requests.join('\n')).toContain('http://flags.example.com/api/admin/');
  });

  test('that are none stop the start', async ({ place }) => {
    const ended = await place.run(['serve'], { env: { HTTPS_PROXY: 'socks5://proxy:1080' } });

    expect(ended).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^forewarn: HTTPS_PROXY: /),
    });
  });
});

plainTest('the health check of the image asks itself, whatever the proxies', async () => {
  const proxy = await proxyTo('refuses');
  const port = await receiver((url) => (url === '/health' ? 200 : 404));
  const dockerfile = readFileSync(
    fileURLToPath(new URL('../../../../Dockerfile', import.meta.url)),
    'utf8',
  );
  const [, list = ''] = /HEALTHCHECK[^]*?CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [, ...args] = JSON.parse(list) as readonly string[];
  for (const HOST of ['0.0.0.0', '127.0.0.1', '\u200b[::]\n']) {
    const env = {
      HOST,
      PORT: ` ${port}\n`,
      HTTP_PROXY: proxy.url,
      NODE_USE_ENV_PROXY: '1',
      NO_PROXY: '',
    };
    const checked = spawn(process.execPath, args, { env, stdio: 'ignore' });
    expect(await once(checked, 'exit')).toEqual([0, null]);
  }
  expect(proxy.requests).toEqual([]);
});
