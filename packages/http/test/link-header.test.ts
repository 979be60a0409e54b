import { expect, test } from 'vitest';
import { linkHeader } from '../src/routes/link-header.ts';

test('what a header may not have is encoded, as when a host has decoded the query', () => {
  const link = linkHeader({ path: '/lists', querystring: 'x=\u20ac <\ud800' }, undefined);

  expect(link._unsafeUnwrap()).toEqual({
    Link: '</lists?x=%E2%82%AC%20%3C%EF%BF%BD>; rel="first"',
  });
});
