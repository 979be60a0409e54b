import { randomUUID } from 'node:crypto';

const SANE_ID = /^[\w.:-]{1,128}$/;

/** Returns the id of a request: the one in its `X-Request-Id` header, or a new one if that is absent or odd. */
export const requestIdOf = (given: unknown): string =>
  typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
