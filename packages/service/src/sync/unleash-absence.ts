import type { UnleashAbsent } from './unleash-failure.ts';

/** What a 404 says, and its content type. */
interface NotFound {
  readonly type: string;
  readonly text: string;
}

const UNSERVED = /^The path you were looking for \(.*\) is not available\.$/;

/**
 * Returns what a 404 says is absent. Returns undefined if it is not Unleash's own, such as that of a load balancer, which
 * says nothing about Unleash.
 */
export function unleashAbsence(path: string, { type, text }: NotFound): UnleashAbsent | undefined {
  if (!type.includes('json')) return undefined;
  const error = errorIn(text);
  if (error === undefined) return undefined;
  return { type: 'UnleashAbsent', path, isServed: !UNSERVED.test(error.message) };
}

/** Unleash's errors have an id or details, depending on its version and on where they are from. */
function errorIn(text: string): { readonly message: string } | undefined {
  const { name, message, id, details } = objectIn(text);
  const isUnleash = name === 'NotFoundError' && (typeof id === 'string' || Array.isArray(details));
  return isUnleash && typeof message === 'string' ? { message } : undefined;
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
