import type { Announcement } from './announcement.ts';
import { cut, slackText } from './message-text.ts';

const MAX_HEADER_LENGTH = 150;
/** Escaped, both are at most five times as long, and a section has at most 3,000 characters. */
const MAX_FACT_LENGTH = 500;
const MAX_LABEL_LENGTH = 95;
/** Written as in a link. A section has at most four. */
const MAX_URL_LENGTH = 700;

/**
 * Writes a message for an incoming webhook of Slack, with Block Kit. Notifications, and tools that imitate Slack, such as
 * Mattermost, show only `text`: it says the same.
 */
export function slackPayload({ headline, facts, links }: Announcement) {
  const written = facts.map(
    ([label, text]) =>
      [
        `*${slackText(cut(label, MAX_LABEL_LENGTH))}*`,
        slackText(cut(text, MAX_FACT_LENGTH)),
      ] as const,
  );
  const usable = links
    .map(([label, url]) => [label, inUrl(url)] as const)
    .filter(([, url]) => url.length <= MAX_URL_LENGTH)
    .map(([label, url]) => `<${url}|${slackText(label)}>`);
  return {
    text: [
      slackText(cut(headline, MAX_FACT_LENGTH)),
      ...written.map(([label, text]) => `${label}: ${text}`),
      ...usable,
    ].join('\n'),
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: headerText(headline), emoji: false },
      } as const,
      ...written.map((fact) => section(fact.join('\n'))),
      ...(usable.length === 0 ? [] : [section(usable.join(' · '))]),
    ],
  };
}

/** A header has no format. Written as entities, these could exceed its length. */
const headerText = (line: string): string =>
  cut(line.replaceAll('<', '‹').replaceAll('>', '›'), MAX_HEADER_LENGTH);

const section = (text: string) =>
  ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }) as const;

/** Writes a URL so that no sign in it ends the link or formats text. */
const inUrl = (url: string): string =>
  url
    .replaceAll('&', '&amp;')
    .replaceAll(/[<>|*~`]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
