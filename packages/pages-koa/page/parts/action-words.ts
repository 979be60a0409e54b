/** An action in words: `change milestone progression` for `changeMilestoneProgression`. */
export const actionWords = (action: string): string =>
  action.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** What a change does, in words: `archives feature card`, `updates enabled of card`. */
export function doesWords({
  action,
  feature,
}: {
  readonly action?: string | undefined;
  readonly feature?: string | undefined;
}): string {
  const [verb = '', ...object] = actionWords(action ?? 'change').split(' ');
  const what = [/(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`, ...object];
  if (feature === undefined) return what.join(' ');
  const isOf = object.length > 0 && object.at(-1) !== 'feature';
  return [...what, ...(isOf ? ['of'] : []), feature].join(' ');
}

/** A text with its first letter in upper case. */
export const capitalized = (words: string): string =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** `1 change request`, `2,000 change requests`. */
export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
