export { actionWords, capitalized } from '@forewarn/forecast';

/** `1 change request`, `2,000 change requests`. */
export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
