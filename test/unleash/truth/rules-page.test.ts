import { type ConsequenceRule, CONSEQUENCES } from '@forewarn/impact';
import { expect, test } from 'vitest';
import { differenceOf, expectedOf } from './expected.ts';
import { CELLS, nameOf } from './measure.ts';
import { PAGE, responsesIn, TO_PAIRS, TO_PEOPLE } from './responses.ts';
import { rulesPage } from './rules-page.ts';

const responses = responsesIn(TO_PEOPLE);

test('each consequence that is measured is what Unleash responded', () => {
  const differences = Object.entries(responses).flatMap(([version, responded]) =>
    CELLS.map((cell) => differenceOf(version, cell, responded[nameOf(cell)] ?? 'not applied')),
  );

  expect(differences.filter((each) => each !== undefined)).toEqual([]);
});

test('each rule that is measured is the rule of a cell', () => {
  const shown = new Set(CELLS.map((cell) => expectedOf(cell).rule));
  const rules = Object.keys(CONSEQUENCES) as ConsequenceRule[];
  const measured = rules.filter((rule) => CONSEQUENCES[rule].evidence === 'measured');

  expect(measured.filter((rule) => !shown.has(rule))).toEqual([]);
});

test('the page has the rules and the responses', async () => {
  await expect(rulesPage(responses, responsesIn(TO_PAIRS))).toMatchFileSnapshot(PAGE);
});
