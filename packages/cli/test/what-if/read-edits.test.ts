import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editsIn } from '../../src/what-if/read-edits.ts';

const PAGE = new URL('../../../../docs/how-to/preview-a-schedule.md', import.meta.url);

test('the edits of the how-to page are read', () => {
  const [, text = ''] = /```json\n([^]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];

  expect(editsIn(text)).toMatchObject({
    value: [{ move: 14 }, { withdraw: 13 }, { put: { features: [{ name: 'loyalty-card' }] } }],
  });
});

test('a wrong edit is named', () => {
  expect(editsIn('[{"move":1}]')._unsafeUnwrapErr()).toMatch(/^edits\[0\]: expected /);
});
