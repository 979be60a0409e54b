import type { ScheduledChangeRequest } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { etagOf, holdsIfMatch, preconditionOf } from '../src/response/etag.ts';

const there: ScheduledChangeRequest = {
  id: 7,
  environment: 'production',
  project: 'shop',
  state: 'Scheduled',
  features: [],
  segments: [],
};
const ETAG = etagOf(there);
const HASH = ETAG.slice(1, -1);

type Headers = Readonly<Partial<Record<'If-Match' | 'If-None-Match', string>>>;

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
    ['*', true, false],
    [' * ', true, false],
    [ETAG, true, false],
    [`  ${ETAG}\t`, true, false],
    [`"a", ${ETAG}`, true, false],
    [`"a",${ETAG},"b"`, true, false],
    [`, ,${ETAG},`, true, false],
    [`"a, b", ${ETAG}`, true, false],
    [`W/"a", ${ETAG}`, true, false],
    ['"a"', false, false],
    [`"${HASH.toLowerCase()}"`, false, false],
    [HASH, false, false],
    [`'${HASH}'`, false, false],
    [`"${HASH}`, false, false],
    [`"x${ETAG}`, false, false],
    ['"*"', false, false],
    ['', false, false],
    [' ', false, false],
    ['W/*', false, false],
    ['\0 garbage', false, false],
  ])('If-Match: %s', (ifMatch, ifThere, ifNot) => {
    const headers = { 'If-Match': ifMatch };

    expect([isAllowed(headers, there), isAllowed(headers, undefined)]).toEqual([ifThere, ifNot]);
    expect([
      holdsIfMatch(headerOf(headers), there),
      holdsIfMatch(headerOf(headers), undefined),
    ]).toEqual([ifThere, ifNot]);
  });

  test('never matches a weak tag in If-Match, and always compares it in If-None-Match', () => {
    const weak = `"a", W/${ETAG}`;

    expect(isAllowed({ 'If-Match': weak }, there)).toBe(false);
    expect(isAllowed({ 'If-Match': `${weak}, ${ETAG}` }, there)).toBe(true);
    expect(isAllowed({ 'If-None-Match': weak }, there)).toBe(false);
  });

  test.each([
    ['*', false, true],
    [' * ', false, true],
    [ETAG, false, true],
    [`"a", ${ETAG}`, false, true],
    ['"a"', true, true],
    ['"*"', true, true],
    ['', true, true],
    [HASH, true, true],
  ])('If-None-Match: %s', (ifNoneMatch, ifThere, ifNot) => {
    const headers = { 'If-None-Match': ifNoneMatch };

    expect([isAllowed(headers, there), isAllowed(headers, undefined)]).toEqual([ifThere, ifNot]);
  });

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
