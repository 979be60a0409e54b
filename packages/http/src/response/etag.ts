import type { Precondition } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { hash } from 'node:crypto';

/** Returns the strong entity tag of a change request: a hash of its JSON text. */
export function etagOf(changeRequest: ScheduledChangeRequest): string {
  return `"${hash('sha256', JSON.stringify(changeRequest), 'base64url')}"`;
}

/** A tag without the `W/` that a proxy that compresses puts before a strong one. */
const TAG = /"[^"]*"/g;
/** What others add to a tag: `-gzip` of Apache, `--gzip` of Jetty, `;br`. */
const CODING = /[-;:.]{1,2}(?:x-gzip|gzip|gz|brotli|br|deflate|compress|zstd)"$/i;

/** Returns the value of a header; undefined if it is absent. */
type Header = (name: string) => string | undefined;

/** Returns the precondition of `If-Match` and `If-None-Match` (RFC 9110); empty if the request has neither. */
export function preconditionOf(header: Header): { readonly onlyIf?: Precondition } {
  const ifNoneMatch = header('If-None-Match');
  if (ifNoneMatch === undefined && header('If-Match') === undefined) return {};
  return {
    onlyIf: (current) =>
      holdsIfMatch(header, current) &&
      (ifNoneMatch === undefined || !isNamed(ifNoneMatch, current)),
  };
}

/**
 * Whether `If-Match` is absent or names the current version. An empty one names no version, so it never matches. A weak tag
 * does match, unlike in RFC 9110: this tag is of the content, and a client behind a proxy that weakens it has no other.
 */
export function holdsIfMatch(header: Header, current: ScheduledChangeRequest | undefined): boolean {
  const ifMatch = header('If-Match');
  return ifMatch === undefined || isNamed(ifMatch, current);
}

function isNamed(tags: string, current: ScheduledChangeRequest | undefined): boolean {
  return current !== undefined && isTagNamed(tags, () => etagOf(current));
}

/** Whether the client of a read has the version with this tag, and does not ask to reload it. */
export function hasTag(header: Header, etag: string): boolean {
  const tags = header('if-none-match');
  if (tags === undefined || NO_CACHE.test(header('cache-control') ?? '')) return false;
  return isTagNamed(tags, () => etag.replace(/^W\//, ''));
}

const NO_CACHE = /(?:^|,)\s*no-cache\s*(?:,|$)/i;

/** @param tagOf returns the tag without `W/` */
function isTagNamed(tags: string, tagOf: () => string): boolean {
  if (tags.trim() === '*') return true;
  const etag = tagOf();
  return [...tags.matchAll(TAG)].some(([tag]) => tag === etag || tag.replace(CODING, '"') === etag);
}
