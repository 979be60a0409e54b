import { distance } from 'fastest-levenshtein';
import type { Environment, WrongVariable } from './setting-text.ts';

/** Names that many other programs have variables near to. Without theirs, the default is seen at once. */
const COMMON: ReadonlySet<string> = new Set(['HOST', 'PORT', 'LOG_LEVEL']);
const PREFIX = 'FOREWARN_';
const FILE = '_FILE';
/** Names from which a misspelling is told by two characters, else by one. */
const LONG = 10;

/** Other names by which people call a setting, such as those of Unleash. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  BASE_URI_PATH: 'BASE_PATH',
  TRUST_PROXIES: 'TRUST_PROXY',
  WEBHOOK_ALLOWLIST: 'WEBHOOK_ALLOW',
  ADMIN_API_KEY: 'INIT_ADMIN_API_TOKENS',
  ADMIN_API_KEYS: 'INIT_ADMIN_API_TOKENS',
  ADMIN_API_TOKENS: 'INIT_ADMIN_API_TOKENS',
  INIT_ADMIN_API_KEYS: 'INIT_ADMIN_API_TOKENS',
  FOREWARN_KEY: 'FOREWARN_API_KEY',
  FOREWARN_TOKEN: 'FOREWARN_API_KEY',
  FOREWARN_API_TOKEN: 'FOREWARN_API_KEY',
};

/** Names by which platforms and frameworks call the URL of a database. A value of another kind is of another program. */
const DATABASE_NAMES = /^(?:DB|PG|POSTGRES|POSTGRESQL)_UR[LI]$/;

/** The variables that a program knows. */
interface Known {
  readonly names: readonly string[];
  /** Those that a file can hold. */
  readonly secrets: ReadonlySet<string>;
}

/** Finds a variable that is meant for a setting which is not set, but has another name. */
export function misspeltVariable(
  environment: Environment,
  { names, secrets }: Known,
): WrongVariable | undefined {
  const isSet = (name: string): boolean => Boolean(environment[name]?.trim());
  const known = new Set([...names, ...[...secrets].map((name) => `${name}${FILE}`)]);
  const missing = [...known].filter((name) => {
    const file = `${name}${FILE}`;
    return !isSet(name) && !(known.has(file) && isSet(file)) && !isSet(name.replace(/_FILE$/, ''));
  });
  for (const [setting, value = ''] of Object.entries(environment)) {
    if (known.has(setting) || value.trim() === '' || isInjected(setting, value)) continue;
    const meant = missing.find((name) => isMeant(name, setting, value));
    if (meant !== undefined) {
      return { setting, expected: `the name ${meant}: no setting has this one` };
    }
  }
  return undefined;
}

/** Whether Kubernetes or Docker sets the variable, for a service or a link that is named `forewarn` or `database`. */
export const isInjected = (name: string, value: string): boolean =>
  /^(?:tcp|udp|sctp):\/\//.test(value) ||
  /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)|^[A-Z\d]+_ENV_/.test(name);

/** Whether a variable of another name is meant for a setting. */
function isMeant(meant: string, name: string, value: string): boolean {
  const plain = name.toUpperCase().replaceAll(/[-.]/g, '_');
  if (OTHER_NAMES[plain] === meant) return true;
  if (DATABASE_NAMES.test(plain) && meant === 'DATABASE_URL') return /^\s*postgres/i.test(value);
  const { prefix = '', rest = plain } =
    /^(?<prefix>FO[A-Z]*_)(?<rest>.+)$/.exec(plain)?.groups ?? {};
  const isPrefixed = prefix !== '' && isNear(prefix, PREFIX, 2);
  if (COMMON.has(meant)) return isPrefixed && rest === meant && isLike(meant, value);
  const maximum = meant.length < LONG ? 1 : 2;
  const isFile = plain === `${meant}${FILE}`;
  return (
    isFile || [plain, ...(isPrefixed ? [rest] : [])].some((each) => isNear(each, meant, maximum))
  );
}

/** Whether the value of `FOREWARN_PORT` and the like is one of the setting, and not of another program. */
const isLike = (meant: string, value: string): boolean =>
  meant === 'PORT'
    ? /^\s*\d{1,5}\s*$/.test(value)
    : meant === 'LOG_LEVEL' || /^[\d.:]+$/.test(value);

/** Whether texts differ in at most `maximum` characters, each missing, added or replaced. A swap counts as one. */
function isNear(text: string, other: string, maximum: number): boolean {
  const edits = distance(text, other);
  return edits <= maximum || (edits === maximum + 1 && charactersOf(text) === charactersOf(other));
}

const charactersOf = (text: string): string => text.split('').toSorted().join('');
