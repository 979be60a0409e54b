import { CONSEQUENCE_WORDS } from '@forewarn/impact';
import { plural } from '../parts/action-words.ts';
import { keyOf } from '../timeline/entry.ts';
import type { Impact, Touch } from './words.ts';

type Outcome = NonNullable<Touch['consequence']>['outcome'];

/** The worst first. What has no consequence is not told: nothing was said that it would do. */
const BY_WORST: readonly Outcome[] = [
  'fails',
  'suspended',
  'lost',
  'refused',
  'changed',
  'unknown',
];

/** How many change requests each consequence reaches, in a sentence: each once, with its worst. Empty if none is known. */
export function verdictText(impacts: readonly Impact[]): string {
  const all = impacts.flatMap(({ changeRequests }) => changeRequests);
  const worst = [...Map.groupBy(all, keyOf).values()].flatMap((of) => {
    const found = new Set(
      of.flatMap(({ touches }) => touches.map(({ consequence }) => consequence?.outcome)),
    );
    return BY_WORST.find((each) => found.has(each)) ?? [];
  });
  const counts = Map.groupBy(worst, (each) => each);
  const isCut = impacts.some(({ count, changeRequests }) => count > changeRequests.length);
  const parts = BY_WORST.flatMap((each) => {
    const n = counts.get(each)?.length ?? 0;
    return n === 0 ? [] : [{ each, n }];
  });
  const texts = parts.map(({ each, n }, index) => {
    const who = index === 0 ? plural(n, 'change request') : n.toLocaleString('en');
    return `${who}${isCut ? ' or more' : ''} ${wordsOf(each, n)}`;
  });
  return texts.length === 0 ? '' : `${texts.join(', ')}.`;
}

const wordsOf = (outcome: Outcome, n: number): string =>
  outcome === 'unknown'
    ? 'may be affected'
    : CONSEQUENCE_WORDS[outcome].replace(/^keeps/, n === 1 ? 'keeps' : 'keep');
