/** Control, formatting and bidirectional characters, line and paragraph separators, unpaired surrogates; not the joiners of emojis and scripts. */
const INVISIBLE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Returns a text as one visible line that can stand in double quotes: a title, an author or a reason must not look like
 * another part of a message.
 */
const oneLine = (text: string): string =>
  text.replaceAll(INVISIBLE, ' ').replaceAll(/\s+/gu, ' ').trim().replaceAll('"', "'");

/** Returns a copy of a message in which each text is {@link oneLine}. */
export function inOneLine<Value>(value: Value): Value {
  if (typeof value === 'string') return oneLine(value) as Value;
  if (Array.isArray(value)) return value.map(inOneLine) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, inOneLine<unknown>(each)]),
  ) as Value;
}

/** Signs that format text in Slack or in Mattermost, which has Markdown, and what is shown for them. */
const SLACK_SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '*': '∗',
  '~': '∼',
  '`': "'",
  _: 'ˍ',
  '@': '＠',
  '](': '] (',
};

/** Within a word, an underscore and an `@` format nothing, and stay as they are in names and addresses. */
const SLACK_SIGN = /[&<>*~`]|\]\(|(?<![\p{L}\p{N}])[_@]|_(?![\p{L}\p{N}])/gu;

/** Returns one line as mrkdwn that Slack and Mattermost show as it is: without formats, links and mentions. */
export const slackText = (line: string): string =>
  line.replaceAll(SLACK_SIGN, (sign) => SLACK_SIGNS[sign] ?? '');

/** Returns one line that an Adaptive Card shows as it is: without dates that the card would format. */
export const teamsText = (line: string): string => line.replaceAll('{{', '{ {');

export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`.toWellFormed();
}
