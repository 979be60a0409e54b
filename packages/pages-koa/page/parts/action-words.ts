/** An action in words: `change milestone progression` for `changeMilestoneProgression`. */
export const actionWords = (action: string): string =>
  action.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A text with its first letter in upper case. */
export const capitalized = (words: string): string =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** `1 change request`, `2,000 change requests`. */
export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
