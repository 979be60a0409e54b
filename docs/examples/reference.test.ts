import { CLEANUP_WORDS } from '@forewarn/cleanup';
import { expect, test } from 'vitest';
import { generateReference } from '../../tools/generate-reference.ts';
import { ERROR_ROWS } from '../../tools/reference/errors-page.ts';
import { textsAt } from '../../tools/texts-at.ts';

const FILES = textsAt(
  import.meta,
  '../reference/*.md',
  '../how-to/{deploy,troubleshoot}.md',
  '../../package.json',
);

test.for(Object.entries(generateReference()))(
  'the page %s is what `npm run generate` writes',
  ([name, text]) => {
    expect(FILES[`../reference/${name}.md`]).toBe(text);
  },
);

test('the sections of a status in the troubleshooting page list names of errors', () => {
  const names = new Set(Object.values(ERROR_ROWS).map(({ name }) => name));
  const listed = (FILES['../how-to/troubleshoot.md'] ?? '')
    .split(/^## /m)
    .filter((section) => /^Why \d{3}/.test(section))
    .flatMap((section) => [...section.matchAll(/^- `(?<name>\w+)`/gm)])
    .map(({ groups }) => groups?.['name'] ?? '');

  expect(listed.length).toBeGreaterThan(5);
  expect(listed.filter((name) => !names.has(name))).toEqual([]);
});

/** What these reasons mean is in the plan. */
const OF_BLOCKED =
  'suspended failed overdue not-as-planned removal-fails has-children seen-recently used'.split(
    ' ',
  );

test('the troubleshooting page has each reason of what is unknown', () => {
  const [, section = ''] = (FILES['../how-to/troubleshoot.md'] ?? '').split(/^## /m);
  const listed = [...section.matchAll(/^- (?<names>`.*?`):/gm)].flatMap(
    ({ groups }) => groups?.['names']?.match(/[\w-]+/g) ?? [],
  );

  expect([...listed, ...OF_BLOCKED].toSorted()).toEqual(Object.keys(CLEANUP_WORDS).toSorted());
});

test('npm start runs Node with the options on the page about deployment', () => {
  const options = [FILES['../how-to/deploy.md'], FILES['../../package.json']].map(
    (text) =>
      /--max-semi-space-size=\d+ --heap-growing-percent=\d+ --max-old-space-size=\d+/.exec(
        text ?? '',
      )?.[0],
  );

  expect(options).toEqual([options[0], options[0]]);
  expect(options[0]).toBeDefined();
});
