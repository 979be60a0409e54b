import { CONSEQUENCE_WORDS } from '@forewarn/impact';
import { plural } from '../parts/action-words.ts';
import { keyOf } from '../timeline/entry.ts';
import type { Impact } from './words.ts';
import { BY_WORST, worstOutcome } from './worst-outcome.ts';

/** How many change requests each consequence reaches, in a sentence: each once, with its worst. Empty if none is known. */
export function verdictText(impacts: readonly Impact[]): string {
  const all = impacts.flatMap(({ changeRequests }) => changeRequests);
  const worst = [...Map.groupBy(all, keyOf).values()].flatMap((of) => worstOutcome(of) ?? []);
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

const wordsOf = (outcome: (typeof BY_WORST)[number], n: number): string =>
  outcome === 'unknown'
    ? 'may be affected'
    : CONSEQUENCE_WORDS[outcome].replace(/^keeps/, n === 1 ? 'keeps' : 'keep');
