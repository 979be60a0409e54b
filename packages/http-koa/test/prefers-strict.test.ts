import { expect, test } from 'vitest';
import { prefersStrict } from '../src/request/admin-request.ts';

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
])('it is strict: %s', (header) => {
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
