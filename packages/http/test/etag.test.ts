import type { ScheduledChangeRequest } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { changeRequest } from '../../core/test/samples.ts';
import { etagOf, holdsIfMatch, hasTag, preconditionOf } from '../src/response/etag.ts';

const there = changeRequest({ id: 7 });
const ETAG = etagOf(there);
const HASH = ETAG.slice(1, -1);

type Headers = Readonly<Partial<Record<'If-Match' | 'If-None-Match' | 'if-none-match', string>>>;

const headerOf =
  (headers: Headers) =>
  (name: string): string | undefined =>
    (headers as Readonly<Record<string, string>>)[name];

const isAllowed = (headers: Headers, what: ScheduledChangeRequest | undefined): unknown =>
  preconditionOf(headerOf(headers)).onlyIf?.(what);

describe('etagOf', () => {
  test('is a strong tag, the same only for the same JSON', () => {
    expect(ETAG).toMatch(/^"[\w-]{43}"$/);
    expect(etagOf(structuredClone(there))).toBe(ETAG);
    expect(etagOf({ ...there, title: '' })).not.toBe(ETAG);
    expect(etagOf({ ...there, id: 8 })).not.toBe(ETAG);
  });
});

describe('preconditionOf', () => {
  test('is undefined without either header', () => {
    expect(preconditionOf(headerOf({}))).toStrictEqual({});
  });

  test.each([
    ['*', true],
    [' * ', true],
    [ETAG, true],
    [`  ${ETAG}\t`, true],
    [`"a", ${ETAG}`, true],
    [`"a",${ETAG},"b"`, true],
    [`, ,${ETAG},`, true],
    [`"a, b", ${ETAG}`, true],
    [`W/"a", ${ETAG}`, true],
    ['"a"', false],
    [`"${HASH.toLowerCase()}"`, false],
    [HASH, false],
    [`'${HASH}'`, false],
    [`"${HASH}`, false],
    [`"x${ETAG}`, false],
    ['"*"', false],
    ['', false],
    [' ', false],
    ['W/*', false],
    ['\0 garbage', false],
  ])('%s names the current version: %s', (tags, isNamed) => {
    const ifMatch = { 'If-Match': tags };
    const ifNoneMatch = { 'If-None-Match': tags };

    expect(isAllowed(ifMatch, there)).toBe(isNamed);
    expect(holdsIfMatch(headerOf(ifMatch), there)).toBe(isNamed);
    expect(isAllowed(ifNoneMatch, there)).toBe(!isNamed);
    // What is not there has no version.
    expect(isAllowed(ifMatch, undefined)).toBe(false);
    expect(holdsIfMatch(headerOf(ifMatch), undefined)).toBe(false);
    expect(isAllowed(ifNoneMatch, undefined)).toBe(true);
  });

  test.each([
    `W/${ETAG}`,
    `"a", W/${ETAG}`,
    ...['-gzip', '--gzip', '-br', ';br', ';gzip', ':gzip', '-zstd', '-deflate', '-x-gzip'].flatMap(
      (suffix) => [`"${HASH}${suffix}"`, `W/"${HASH}${suffix}"`],
    ),
  ])('%s, which a proxy made of the tag as it compressed, names the current version', (tag) => {
    expect(isAllowed({ 'If-Match': tag }, there)).toBe(true);
    expect(isAllowed({ 'If-None-Match': tag }, there)).toBe(false);
    expect(hasTag(headerOf({ 'if-none-match': tag }), ETAG)).toBe(true);
    expect(hasTag(headerOf({ 'if-none-match': tag }), `W/${ETAG}`)).toBe(true);
    // It is still the tag of one version.
    expect(isAllowed({ 'If-Match': tag }, { ...there, title: 'another' })).toBe(false);
  });

  test.each([`"${HASH}-"`, `"${HASH}gzip"`, `"${HASH}-gzip-"`, `"-gzip"`, `"${HASH}-other"`])(
    '%s names no version',
    (tag) => {
      expect(isAllowed({ 'If-Match': tag }, there)).toBe(false);
    },
  );

  test('requires both headers to hold', () => {
    const both = (ifMatch: string, ifNoneMatch: string): unknown =>
      isAllowed({ 'If-Match': ifMatch, 'If-None-Match': ifNoneMatch }, there);

    expect(both(ETAG, '"a"')).toBe(true);
    expect(both(ETAG, '*')).toBe(false);
    expect(both('"a"', '"a"')).toBe(false);
  });

  test('returns the same result when asked again', () => {
    const { onlyIf } = preconditionOf(headerOf({ 'If-Match': ETAG }));

    expect([onlyIf?.(there), onlyIf?.({ ...there, id: 8 }), onlyIf?.(there)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
