import type { IncomingMessage } from 'node:http';
import { type AuthenticationRequired, isName, type Permission } from '@forewarn/core';
import { isOddName } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import proxyAddr from 'proxy-addr';
import { IMPORT_PRINCIPAL } from './import-principal.ts';
import type { ApiKeyPrincipal } from './known-key.ts';

/** What some users may do. */
export interface IdentityRule {
  /** A name, `*@` and a domain, or `*` for all. */
  readonly user: string;
  readonly permissions: readonly Permission[];
  /** The ids of the only projects; absent without a limit. */
  readonly projects?: readonly string[];
}

/** How proxies that sign users in say who a user is. */
export interface TrustedIdentity {
  /** The name of the header, in lower case. */
  readonly header: string;
  /** Addresses and ranges of the proxies. */
  readonly from: readonly string[];
  /** The most specific rule for a user counts, whatever their order. */
  readonly rules: readonly IdentityRule[];
}

/** Returns the user that a trusted proxy names; undefined if none does. */
export type Identify = (
  request: Pick<IncomingMessage, 'headersDistinct' | 'socket'>,
) => Result<ApiKeyPrincipal, AuthenticationRequired> | undefined;

/**
 * Makes what finds the user of a request. Only the address of the connection counts: anyone can write an `X-Forwarded-For`.
 */
export function identifyBy({ header, from, rules }: TrustedIdentity): Identify {
  const isTrusted = proxyAddr.compile([...from]);
  const byUser = new Map(rules.map((rule) => [rule.user, rule]));
  return ({ headersDistinct, socket }) => {
    const sent = headersDistinct[header];
    const { remoteAddress } = socket;
    if (sent === undefined || remoteAddress === undefined || !isTrusted(remoteAddress, 0)) {
      return undefined;
    }
    const [value = ''] = sent;
    const name = textOf(value);
    if (sent.length > 1 || !isName(name) || isOddName(name)) {
      return refused(`The header ${header} must name one user: let the proxy replace it.`);
    }
    if (name === IMPORT_PRINCIPAL) {
      return refused(`The user ${name} has the name of imports in events: use another name.`);
    }
    const [domain = ''] = /@[^@]*$/.exec(name) ?? [];
    const rule = byUser.get(name) ?? byUser.get(`*${domain}`) ?? byUser.get('*');
    if (rule === undefined) return refused(`The user ${name} has no permission here. Ask for one.`);
    const { permissions, projects } = rule;
    return ok({ name, permissions, ...(projects === undefined ? {} : { projects }) });
  };
}

const refused = (reason: string) => err({ type: 'AuthenticationRequired', reason } as const);

/** Node reads headers as Latin-1, and most proxies write UTF-8. */
function textOf(value: string): string {
  const text = Buffer.from(value, 'latin1').toString();
  return text.includes('\u{FFFD}') ? value : text;
}
