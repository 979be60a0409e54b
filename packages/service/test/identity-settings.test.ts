import { expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

const GIVEN = {
  TRUST_IDENTITY_HEADER: 'X-Forwarded-Email',
  TRUST_IDENTITY_FROM: '10.0.0.7, 2001:db8::/32',
  TRUST_IDENTITY_PERMISSIONS: '*=PROJECT_CHANGE_REQUEST_READ',
};

const identityOf = (given: Readonly<Record<string, string>>) =>
  readSettings({ ...GIVEN, ...given }).map(({ identity }) => identity);

test('the header, the proxies and the rules say who a user is', () => {
  const rules = ` *@example.com = PROJECT_CHANGE_REQUEST_READ,DELETE_STRATEGY in shop, billing ; cn=ann,dc=example=ADMIN; `;

  expect(identityOf({ TRUST_IDENTITY_PERMISSIONS: rules })._unsafeUnwrap()).toEqual({
    header: 'x-forwarded-email',
    from: ['10.0.0.7', '2001:db8::/32'],
    rules: [
      {
        user: '*@example.com',
        permissions: ['PROJECT_CHANGE_REQUEST_READ', 'DELETE_STRATEGY'],
        projects: ['shop', 'billing'],
      },
      { user: 'cn=ann,dc=example', permissions: ['ADMIN'] },
    ],
  });
  expect(readSettings({})._unsafeUnwrap().identity).toBeUndefined();
});

const HEADER = 'TRUST_IDENTITY_HEADER';
const FROM = 'TRUST_IDENTITY_FROM';
const PERMISSIONS = 'TRUST_IDENTITY_PERMISSIONS';

test.each([
  [HEADER, '', 'the name of a header such as X-Forwarded-Email: TRUST_IDENTITY_HEADER, …'],
  [HEADER, 'X Email', 'the name of a header'],
  [HEADER, 'Authorization', 'the name of a header'],
  [HEADER, 'X-Forwarded-For', 'the name of a header'],
  [FROM, '', 'addresses or ranges such as 10.0.0.0/8, separated by commas, of proxies that'],
  [FROM, 'proxy.internal', 'addresses or ranges'],
  [FROM, '10.0.0.7, 0.0.0.0/0', 'addresses or ranges'],
  [FROM, '::/0', 'addresses or ranges'],
  [FROM, '0.0.0.0/0.0.0.0', 'addresses or ranges'],
  [FROM, '*', 'addresses or ranges'],
  [PERMISSIONS, '', 'rules such as '],
  [PERMISSIONS, ';', 'rules such as '],
  [PERMISSIONS, 'ann', 'not "ann"'],
  [PERMISSIONS, 'ann=', 'not "ann="'],
  [PERMISSIONS, '=ADMIN', 'not "=ADMIN"'],
  [PERMISSIONS, 'ann=ADMIN in', 'not "ADMIN in"'],
  [PERMISSIONS, 'ann=ADMIN in ,', 'not "ann=ADMIN in ,"'],
  [PERMISSIONS, 'ann=ADMIN; *=READ_EVERYTHING', 'not "READ_EVERYTHING"'],
  [PERMISSIONS, '*=READ_CALENDAR', 'not "READ_CALENDAR"'],
  [PERMISSIONS, '*=admin', 'one of ADMIN, CREATE_STRATEGY, '],
  [PERMISSIONS, '*.com=ADMIN', 'a name, *@ and a domain, or * for all, not "*.com"'],
  [PERMISSIONS, '*@=ADMIN', 'not "*@"'],
  [PERMISSIONS, '*=ADMIN; *=SYNC', 'one rule for "*", not two'],
])('%s=%s ends the start with one line that says what is expected', (setting, value, expected) => {
  const wrong = identityOf({ [setting]: value })._unsafeUnwrapErr();

  expect(wrong).toMatchObject({ setting, expected: expect.stringContaining(expected) });
  expect(wrong.expected).not.toContain('\n');
});
