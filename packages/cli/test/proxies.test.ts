import { expect, test } from 'vitest';
import { namedProxies, proxiesIn, proxyOf } from '../src/proxies.ts';

const PROXY = 'http://proxy.example.com:3128';

test.each([
  ['no variable', {}, undefined],
  ['empty ones', { HTTPS_PROXY: '', http_proxy: '' }, undefined],
  ['HTTPS_PROXY', { HTTPS_PROXY: PROXY }, { https: PROXY, http: undefined, except: [] }],
  [
    'a line break after it',
    { HTTPS_PROXY: `${PROXY}\r\n` },
    { https: PROXY, http: undefined, except: [] },
  ],
  [
    'no scheme',
    { HTTP_PROXY: 'proxy:3128' },
    { http: 'http://proxy:3128', https: undefined, except: [] },
  ],
  [
    'names in lower case, which count first',
    { https_proxy: PROXY, HTTPS_PROXY: 'http://other:1', no_proxy: 'a, .b\n' },
    { https: PROXY, http: undefined, except: ['a', '.b'] },
  ],
])('reads %s', (_what, environment, proxies) => {
  expect(namedProxies(environment)._unsafeUnwrap()).toEqual(proxies);
});

test('uses none with NODE_USE_ENV_PROXY=0', () => {
  const environment = { HTTPS_PROXY: PROXY, NODE_USE_ENV_PROXY: '0' };

  expect(proxiesIn(environment)._unsafeUnwrap()).toBeUndefined();
});

test.each([
  ['HTTPS_PROXY', 'socks5://s3cret@proxy:1080'],
  ['HTTP_PROXY', 'http://s3cret:p w@:x'],
])('refuses %s=%s by name', (name, value) => {
  const wrong = namedProxies({ [name]: value })._unsafeUnwrapErr();

  expect(wrong.setting).toBe(name);
  expect(wrong.expected).not.toContain('s3cret');
});

const EXCEPT = ['direct.example.com', '.svc', '*.internal', 'ported.example.com:8443'];
test.each([
  ['https://hooks.example.com/', PROXY],
  ['http://hooks.example.com/', undefined],
  ['https://direct.example.com/', undefined],
  ['https://sub.direct.example.com/', PROXY],
  ['https://forewarn.prod.svc/', undefined],
  ['https://a.internal./', undefined],
  ['https://ported.example.com:8443/', undefined],
  ['https://ported.example.com/', PROXY],
  ['https://localhost:4242/', undefined],
  ['https://127.0.0.1:4242/', undefined],
  ['https://[::1]:4242/', undefined],
])('takes %s through %s', (url, proxy) => {
  const proxies = { https: PROXY, http: undefined, except: EXCEPT };

  expect(proxyOf(new URL(url), proxies)).toBe(proxy);
  expect(proxyOf(new URL(url), { ...proxies, except: ['*'] })).toBeUndefined();
});
