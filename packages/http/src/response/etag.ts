import type { Precondition, ScheduledChangeRequest } from '@forewarn/core';
import { hash } from 'node:crypto';

/** Returns the strong entity tag of a change request: a hash of its JSON text. */
export function etagOf(changeRequest: ScheduledChangeRequest): string {
  return `"${hash('sha256', JSON.stringify(changeRequest), 'base64url')}"`;
}

const TAG = /(?<weak>W\/)?(?<opaque>"[^"]*")/g;

/** Returns the value of a header; undefined if it is absent. */
type Header = (name: string) => string | undefined;

/** Returns the precondition of `If-Match` and `If-None-Match` (RFC 9110); empty if the request has neither. */
export function preconditionOf(header: Header): { readonly onlyIf?: Precondition } {
  const ifNoneMatch = header('If-None-Match');
  if (ifNoneMatch === undefined && header('If-Match') === undefined) return {};
  return {
    onlyIf: (current) =>
      holdsIfMatch(header, current) &&
      (ifNoneMatch === undefined || !isNamed(ifNoneMatch, current, 'weak')),
  };
}

/** Whether `If-Match` is absent or names the current version. An empty one names no version, so it never matches. */
export function holdsIfMatch(header: Header, current: ScheduledChangeRequest | undefined): boolean {
  const ifMatch = header('If-Match');
  return ifMatch === undefined || isNamed(ifMatch, current, 'strong');
}

function isNamed(
  tags: string,
  current: ScheduledChangeRequest | undefined,
  comparison: 'strong' | 'weak',
): boolean {
  return current !== undefined && isTagNamed(tags, () => etagOf(current), comparison);
}

/** Whether the client of a read has the version with this tag, and does not ask to reload it. */
export function isCurrent(header: Header, etag: string): boolean {
  const tags = header('if-none-match');
  if (tags === undefined || NO_CACHE.test(header('cache-control') ?? '')) return false;
  return isTagNamed(tags, () => etag.replace(/^W\//, ''), 'weak');
}

const NO_CACHE = /(?:^|,)\s*no-cache\s*(?:,|$)/i;

/** @param tagOf returns the tag without `W/` */
function isTagNamed(tags: string, tagOf: () => string, comparison: 'strong' | 'weak'): boolean {
  if (tags.trim() === '*') return true;
  const etag = tagOf();
  return [...tags.matchAll(TAG)].some(
    ({ groups }) =>
      groups?.['opaque'] === etag && (comparison === 'weak' || groups['weak'] === undefined),
  );
}
