import { type Permission, PERMISSIONS } from '@forewarn/core';
import { err, ok, Result } from 'neverthrow';
import { z } from 'zod';
import type { IdentityRule, TrustedIdentity } from './keys/trusted-identity.ts';
import { ADDRESSES, areAddresses, type WrongSetting } from './service-settings.ts';
import { checked, listOf, parsed } from './setting-schemas.ts';

const HEADER = 'the name of a header such as X-Forwarded-Email';
const FROM = `${ADDRESSES}, separated by commas, of proxies that sign users in`;
const RULES =
  'such as *@example.com=PROJECT_CHANGE_REQUEST_READ; ann@example.com=ADMIN in shop,billing';

/** Says who a user is. */
export const IDENTITY_VARIABLES = {
  TRUST_IDENTITY_HEADER: parsed(headerIn, HEADER)
    .optional()
    .describe(
      'The header in which a proxy names the user it signed in. The three settings need each other. A key in `Authorization`, or a session, counts instead.',
    ),
  TRUST_IDENTITY_FROM: parsed(proxiesIn, FROM)
    .optional()
    .describe(
      'From where that proxy connects, whatever `X-Forwarded-For` says. A range of all addresses is refused.',
    ),
  TRUST_IDENTITY_PERMISSIONS: checked(rulesIn)
    .optional()
    .describe(
      'What users may do: rules `USER=PERMISSION,… in PROJECT,…`, separated by semicolons; without `in`, in all projects. `USER` is a name, byte for byte, `*@` and a domain, or `*` for all. Of several that fit, the first kind in this order counts alone. A user without a rule gets 401.',
    ),
};

/** Returns how proxies say who a user is, or the variable that is missing. */
export function identityIn({
  TRUST_IDENTITY_HEADER: header,
  TRUST_IDENTITY_FROM: from,
  TRUST_IDENTITY_PERMISSIONS: rules,
}: {
  readonly [Name in keyof typeof IDENTITY_VARIABLES]?: z.output<(typeof IDENTITY_VARIABLES)[Name]>;
}): Result<TrustedIdentity | undefined, WrongSetting> {
  if (header !== undefined && from !== undefined && rules !== undefined) {
    return ok({ header, from, rules });
  }
  if (header === undefined && from === undefined && rules === undefined) return ok(undefined);
  if (header === undefined) return missing('TRUST_IDENTITY_HEADER', HEADER);
  return from === undefined
    ? missing('TRUST_IDENTITY_FROM', FROM)
    : missing('TRUST_IDENTITY_PERMISSIONS', `rules ${RULES}`);
}

const missing = (setting: string, expected: string) =>
  err({
    type: 'WrongSetting',
    setting,
    expected: `${expected}: TRUST_IDENTITY_HEADER, …_FROM and …_PERMISSIONS need each other`,
  } as const);

/** Headers that clients send themselves, or that several requests share. */
const OTHERS: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'cookie',
  'forwarded',
  'host',
  'origin',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]);

function headerIn(text: string): string | undefined {
  const name = text.toLowerCase();
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !OTHERS.has(name) ? name : undefined;
}

function proxiesIn(text: string): readonly string[] | undefined {
  const all = listOf(text);
  return all.length > 0 && areAddresses(all) ? all : undefined;
}

function rulesIn(text: string): Result<readonly IdentityRule[], string> {
  const rules = text
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return rules.length === 0
    ? err(`rules ${RULES}`)
    : Result.combine(rules.map(ruleIn)).andThen(unlessTwice);
}

// A user's name may have the sign, as those of a directory do.
const RULE = /^(?<user>.*\S)\s*=\s*(?<permissions>[^=]*?)(?:\s+in\s+(?<projects>[^=]*))?$/;

function ruleIn(text: string): Result<IdentityRule, string> {
  const { user = '', permissions = '', projects } = RULE.exec(text)?.groups ?? {};
  const [names, ids] = [listOf(permissions), projects === undefined ? [] : listOf(projects)];
  const isWhole = user !== '' && names.length > 0 && (projects === undefined || ids.length > 0);
  if (!isWhole) return err(`rules ${RULES}, not ${JSON.stringify(text)}`);
  if (user.startsWith('*') && !/^\*(?:@[^@*]+)?$/.test(user)) {
    return err(`a name, *@ and a domain, or * for all, not ${JSON.stringify(user)}`);
  }
  const wrong = names.find((name) => !isPermission(name));
  if (wrong !== undefined) {
    return err(`one of ${PERMITTED.join(', ')}, not ${JSON.stringify(wrong)}`);
  }
  const rule = { user, permissions: names as readonly Permission[] };
  return ok(projects === undefined ? rule : { ...rule, projects: ids });
}

/** A calendar takes a key: calendar programs sign in nowhere. */
const PERMITTED = PERMISSIONS.filter((each) => each !== 'READ_CALENDAR');

const isPermission = (name: string): boolean => (PERMITTED as readonly string[]).includes(name);

function unlessTwice(rules: readonly IdentityRule[]): Result<readonly IdentityRule[], string> {
  const users = rules.map(({ user }) => user);
  const twice = users.find((user, index) => users.indexOf(user) !== index);
  return twice === undefined ? ok(rules) : err(`one rule for ${JSON.stringify(twice)}, not two`);
}
