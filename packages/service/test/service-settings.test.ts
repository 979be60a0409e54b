import { settingsKeys } from '../src/keys/settings-keys.ts';
import { createMemoryStore } from '@forewarn/store-memory';
import { expect, test } from 'vitest';
import { apiKeyAuthorizer, checkSettings, createService, lineOf } from '../src/index.ts';
import { readSettings } from '../src/settings.ts';

test('settings that are absent or undefined have the defaults of the command', () => {
  const { http } = readSettings({})._unsafeUnwrap();

  expect(checkSettings()._unsafeUnwrap()).toEqual(http);
  expect(checkSettings({ port: undefined, host: undefined })._unsafeUnwrap()).toEqual(http);
});

test.each<[given: object, line: string]>([
  [{ host: 7 }, 'host: expected an address of this machine'],
  [{ host: '' }, 'host: expected an address of this machine'],
  [{ port: '80' }, 'port: expected a whole number from 0 to 65535'],
  [{ port: 80.5 }, 'port: expected a whole number from 0 to 65535'],
  [{ basePath: 'flags' }, 'basePath: expected a path such as /flags'],
  [{ basePath: null }, 'basePath: expected a path such as /flags'],
  [{ deadlineMs: Infinity }, 'deadlineMs: expected milliseconds, from 100 to 600000'],
  [
    { maxDataAgeMs: 2 ** 53 - 1 },
    'maxDataAgeMs: expected milliseconds, from 1 to 8640000000000000',
  ],
  [{ keepAliveMs: 65 }, 'keepAliveMs: expected milliseconds, from 1000 to 86400000'],
  [{ guardDeletes: 'no' }, 'guardDeletes: expected true or false'],
  [{ trustProxy: ['1'] }, 'trustProxy: expected addresses or ranges such as 10.0.0.0/8'],
  [{ trustProxy: 'loopback' }, 'trustProxy: expected addresses or ranges such as 10.0.0.0/8'],
  [{ webhookAllow: ['a b'] }, 'webhookAllow: expected names, addresses or ranges such as'],
  [{ publicUrl: 'flags' }, 'publicUrl: expected http(s)://host'],
  [{ unleashUrl: 'javascript:alert(1)' }, 'unleashUrl: expected http(s)://host'],
  [{ sampleKey: 1 }, 'sampleKey: expected the secret of a key'],
  [{ prot: 80 }, 'prot: expected one of the settings host, port, basePath, deadlineMs, '],
])('a service is not made with %j, and says which setting is wrong', (settings, line) => {
  const store = createMemoryStore();
  const authorizer = apiKeyAuthorizer(settingsKeys().known);

  const created = createService({ store, authorizer, settings });

  expect(lineOf(created._unsafeUnwrapErr())).toContain(line);
});
