import { expect, test } from 'vitest';
import { bodyOf, CHOICES, hrefOfQuestion, questionIn, targetOf } from '../page/impact/question.ts';
import { askedText } from '../page/impact/words.ts';

/** What a person can ask about a target with the name or the id 7, in the order of the menu, and how the API takes it. */
const ASKED: readonly (readonly [text: string, body: object])[] = [
  ['Archive feature 7', { feature: '7', intent: 'archive' }],
  ['Delete feature 7', { feature: '7', intent: 'delete' }],
  ['Move feature 7 to another project', { feature: '7', intent: 'move' }],
  ['Import over feature 7', { feature: '7', intent: 'import' }],
  ['Make feature 7 a parent', { feature: '7', intent: 'become-parent' }],
  ['Make feature 7 a child', { feature: '7', intent: 'become-child' }],
  ['Any change to feature 7', { feature: '7' }],
  ['Update strategy 7', { strategyId: '7', intent: 'update' }],
  ['Delete strategy 7', { strategyId: '7', intent: 'delete' }],
  ['Any change to strategy 7', { strategyId: '7' }],
  ['Update variants of 7', { variantForFlag: '7', intent: 'update' }],
  ['Any change to variants of 7', { variantForFlag: '7' }],
  ['Update segment 7', { segment: 7, intent: 'update' }],
  ['Move segment 7 to another project', { segment: 7, intent: 'move' }],
  ['Delete segment 7', { segment: 7, intent: 'delete' }],
  ['Any change to segment 7', { segment: 7 }],
  ['Update strategy definition 7', { strategyDefinition: '7', intent: 'update' }],
  ['Delete strategy definition 7', { strategyDefinition: '7', intent: 'delete' }],
  ['Any change to strategy definition 7', { strategyDefinition: '7' }],
  ['Remove environment 7', { environment: '7', intent: 'remove' }],
  ['Any change to environment 7', { environment: '7' }],
  ['Update context field 7', { contextField: '7', intent: 'update' }],
  ['Any change to context field 7', { contextField: '7' }],
  ['Delete user 7', { user: '7', intent: 'delete' }],
  ['Any change to user 7', { user: '7' }],
];

test('each choice of the menu has its words, is in the URL, and is asked as what it is', () => {
  const chosen = CHOICES.map(({ kind, intent }) => ({ target: targetOf(kind, '7')!, intent }));
  const [, query] = hrefOfQuestion(chosen, 'shop').split('?');

  const { project, asked, unreadable } = questionIn({ query: new URLSearchParams(query) });

  expect({ project, unreadable }).toEqual({ project: 'shop', unreadable: [] });
  expect(asked.map((each) => [askedText(each), bodyOf(each)])).toEqual(ASKED);
});
