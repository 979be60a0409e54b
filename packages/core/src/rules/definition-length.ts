import type { StrategyUpdate } from './changed-strategy.ts';

/** Returns the length of a strategy definition's texts together, in UTF-16 code units. */
export function definitionLength(definition: StrategyUpdate): number {
  const { displayName, title, description, parameters } = definition;
  const lengths = parameters.map(({ name, description: text }) => name.length + text.length);
  const texts = [displayName, title, description].map((text) => text?.length ?? 0);
  return [...texts, ...lengths].reduce((sum, length) => sum + length, 0);
}
