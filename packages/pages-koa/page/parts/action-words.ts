/** An action in words: `change milestone progression` for `changeMilestoneProgression`. */
export const actionWords = (action: string): string =>
  action.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
