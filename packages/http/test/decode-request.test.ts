import { describe, expect, test } from 'vitest';
import { checkPath, decodeQuery, prefersStrict } from '../src/request/admin-request.ts';

describe('decodeQuery', () => {
  test.each([
    ['', []],
    ['&', []],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=', [['', '']]],
    ['=b', [['', 'b']]],
    ['a=b', [['a', 'b']]],
    ['a=b=c==', [['a', 'b=c==']]],
    [
      'a=b&&a=b&c',
      [
        ['a', 'b'],
        ['a', 'b'],
        ['c', ''],
      ],
    ],
    ['__proto__=x', [['__proto__', 'x']]],
    ['?a=?b', [['?a', '?b']]],
    ['%EF%BB%BFa=%EF%BB%BF', [['\uFEFFa', '\uFEFF']]],
  ])('reads %s', (querystring, parameters) => {
    expect(decodeQuery(querystring)._unsafeUnwrap()).toStrictEqual(parameters);
  });

  test.each([
    'a[]=b;c',
    'a[0]=b;c',
    'a%5B%5D=b;c',
    'a%5b7%5d=b;c',
    'a[][]=b;c',
    // Express makes an object of more than twenty elements.
    'a[21]=b;c',
    'a[99999999999999999999]=b;c',
  ])('reads the element of a list %s as its name', (querystring) => {
    expect(decodeQuery(querystring)._unsafeUnwrap()).toStrictEqual([['a', 'b;c']]);
  });

  test.each([
    'a[b]',
    'a[-1]',
    'a[00]',
    'a[1.0]',
    'a[ 0]',
    'a[0',
    'a0]',
    'a[0][]',
    'a[0][b]',
    '[]',
    '[a]',
    'a[].b',
    'a%5B%5D',
  ])('reads the name %s, which is no element of a list, as it is', (name) => {
    expect(decodeQuery(`${encodeURIComponent(name)}=c`)._unsafeUnwrap()).toStrictEqual([
      [name, 'c'],
    ]);
  });

  test.each(['%', 'a=%zz', '%zz=a', 'a=b&c=%E0%A4%A', 'a=%ED%A0%80'])(
    'refuses %s, and names the wrong part',
    (querystring) => {
      const part = querystring.split('&').at(-1);

      expect(decodeQuery(querystring)._unsafeUnwrapErr()).toStrictEqual({
        type: 'BadData',
        problems: [{ path: `the query's "${part}"`, expected: 'percent-encoded UTF-8' }],
      });
    },
  );
});

describe('checkPath', () => {
  test.each(['/', '/a%2Fb', '/%00', '/a+b', '/%F0%9F%98%80'])('accepts %s', (path) => {
    expect(checkPath(path).isOk()).toBe(true);
  });

  // Truncated, not hexadecimal, not UTF-8, a surrogate, an overlong NUL.
  test.each(['/%', '/%a', '/a/%zz/b', '/%E0%A4%A', '/%FF', '/%ED%A0%80', '/%C0%80'])(
    'refuses %s',
    (path) => {
      expect(checkPath(path)._unsafeUnwrapErr()).toStrictEqual({
        type: 'BadData',
        problems: [{ path: 'the path', expected: 'percent-encoded UTF-8' }],
      });
    },
  );
});

describe('prefersStrict', () => {
  test.each([
    'handling=strict',
    'handling="strict"',
    'HANDLING=Strict',
    '  handling \t=  strict  ',
    'handling=strict;x=1',
    'handling=strict ; x="handling=lenient"',
    'return=minimal,handling=strict',
    'wait=100, handling=strict, handling=lenient',
    'x="a, handling=lenient", handling=strict',
    ', ,handling=strict',
  ])('it is: %s', (header) => {
    expect(prefersStrict(header)).toBe(true);
  });

  test.each([
    '',
    'handling',
    'handling=',
    'handling=lenient',
    'handling=lenient, handling=strict',
    'handling=strictly',
    'handling=not-strict',
    'mishandling=strict',
    'strict',
    'strict=handling',
    'x=handling=strict',
    'x="handling=strict"',
    'x="a, handling=strict, b"',
    'x;handling=strict',
  ])('it is not: %s', (header) => {
    expect(prefersStrict(header)).toBe(false);
  });
});
