import { describe, expect, it } from 'vitest';
import { identifyBy, type TrustedIdentity } from '../../src/keys/trusted-identity.ts';

const READ = ['PROJECT_CHANGE_REQUEST_READ'] as const;
const ADMIN = ['ADMIN'] as const;

const IDENTITY: TrustedIdentity = {
  header: 'x-forwarded-email',
  from: ['10.0.0.7', '2001:db8::/32'],
  rules: [
    { user: '*@example.com', permissions: READ, projects: ['shop'] },
    { user: 'ann@example.com', permissions: ADMIN },
  ],
};

/** Asks who sends a request from an address. */
function ask(
  remoteAddress: string | undefined,
  headers: Readonly<Record<string, readonly string[]>>,
  identity = IDENTITY,
) {
  const request = { socket: { remoteAddress }, headersDistinct: headers };
  return identifyBy(identity)(request as unknown as Parameters<ReturnType<typeof identifyBy>>[0]);
}

const named = (...users: readonly string[]) => ({ 'x-forwarded-email': users });
const nameOf = (text: string) => Buffer.from(text).toString('latin1');

describe('a user whom a trusted proxy names', () => {
  it.each([
    ['the rule of the name', 'ann@example.com', { permissions: ADMIN }],
    ['the rule of the domain', 'bob@example.com', { permissions: READ, projects: ['shop'] }],
    [
      'no rule of a name in another case',
      'Ann@example.com',
      { permissions: READ, projects: ['shop'] },
    ],
  ])('has %s', (_what, name, may) => {
    for (const address of ['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::1']) {
      expect(ask(address, named(name))?._unsafeUnwrap()).toEqual({ name, ...may });
    }
  });

  it('has the rule for all, unless another one is for it', () => {
    const rules = [{ user: '*', permissions: READ }, ...IDENTITY.rules];
    const asked = (name: string) => ask('10.0.0.7', named(name), { ...IDENTITY, rules });

    expect(asked('eve')?._unsafeUnwrap()).toEqual({ name: 'eve', permissions: READ });
    expect(asked('ann@example.com')?._unsafeUnwrap()).toMatchObject({ permissions: ADMIN });
  });

  it('does not have the name in the events of an import', () => {
    const rules = [{ user: '*', permissions: READ }];

    expect(ask('10.0.0.7', named('import'), { ...IDENTITY, rules })?._unsafeUnwrapErr()).toEqual({
      type: 'AuthenticationRequired',
      reason: 'The user import has the name of imports in events: use another name.',
    });
  });

  it('may have a name of any language', () => {
    const rules = [{ user: '*', permissions: READ }];
    const asked = (value: string) => ask('10.0.0.7', named(value), { ...IDENTITY, rules });

    expect(asked(nameOf('Jörg'))?._unsafeUnwrap().name).toBe('Jörg');
    expect(asked('J\u{F6}rg')?._unsafeUnwrap().name).toBe('Jörg');
  });

  it.each([
    ['is named beside another one', named('eve@example.com', 'ann@example.com')],
    ['is named beside another one in one header', named('eve@evil.com, ann@example.com.evil.com')],
    ['is at a domain that only ends alike', named('eve@notexample.com')],
    ['is at a subdomain', named('eve@sub.example.com')],
    ['is at two domains', named('ann@example.com@evil.com')],
    ['has no name', named('')],
    ['has a blank name', named('\u{A0}')],
    ['has a long name', named(`${'a'.repeat(250)}@example.com`)],
    ['has a control character', named('ann@example.com\u{7F}')],
  ])('has no permission if it %s', (_what, headers) => {
    expect(ask('10.0.0.7', headers)?.isErr()).toBe(true);
  });
});

it.each([
  ['another address', '10.0.0.8', named('ann@example.com')],
  ['an address that begins alike', '10.0.0.70', named('ann@example.com')],
  ['this machine', '127.0.0.1', named('ann@example.com')],
  ['a connection that ended', undefined, named('ann@example.com')],
  [
    'a trusted one in X-Forwarded-For',
    '10.0.0.8',
    { ...named('ann@example.com'), 'x-forwarded-for': ['10.0.0.7'] },
  ],
  ['a trusted one, in another header', '10.0.0.7', { 'x-forwarded-user': ['ann@example.com'] }],
])('a header from %s is not trusted', (_what, address, headers) => {
  expect(ask(address, headers)).toBeUndefined();
});
