import type { Precondition, ScheduledChangeRequest } from '@forewarn/core';
import { createHash } from 'node:crypto';

/** The entity tag of a change request as it is recorded: a hash of its JSON text, so the same again has the same. */
export function etagOf(changeRequest: ScheduledChangeRequest): string {
  const hash = createHash('sha256').update(JSON.stringify(changeRequest)).digest('base64url');
  return `"${hash}"`;
}

const TAG = /(?<weak>W\/)?(?<opaque>"[^"]*")/g;

/** What a request's header says; undefined when it isn't there. */
type Header = (name: string) => string | undefined;

/** What `If-Match` and `If-None-Match` (RFC 9110) ask of what is recorded; nothing when neither is there. */
export function preconditionOf(header: Header): { readonly onlyIf?: Precondition } {
  const ifNoneMatch = header('If-None-Match');
  if (ifNoneMatch === undefined && header('If-Match') === undefined) return {};
  return {
    onlyIf: (there) =>
      holdsIfMatch(header, there) &&
      (ifNoneMatch === undefined || !isNamed(ifNoneMatch, there, 'weak')),
  };
}

/** Whether `If-Match` lets a request pass. An empty one names nothing, and so never does. */
export function holdsIfMatch(header: Header, there: ScheduledChangeRequest | undefined): boolean {
  const ifMatch = header('If-Match');
  return ifMatch === undefined || isNamed(ifMatch, there, 'strong');
}

function isNamed(
  tags: string,
  there: ScheduledChangeRequest | undefined,
  comparison: 'strong' | 'weak',
): boolean {
  if (there === undefined) return false;
  if (tags.trim() === '*') return true;
  const etag = etagOf(there);
  return [...tags.matchAll(TAG)].some(
    ({ groups }) =>
      groups?.['opaque'] === etag && (comparison === 'weak' || groups['weak'] === undefined),
  );
}
