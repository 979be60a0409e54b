import { type Announcement, cut } from './announcement.ts';

const MAX_HEADER_LENGTH = 150;
/** Escaped, it is at most five times as long, and a section has at most 3,000 characters. */
const MAX_FACT_LENGTH = 500;
const MAX_URL_LENGTH = 1_000;

/** Writes a message for an incoming webhook of Slack, with Block Kit. */
export function slackPayload({ headline, facts, links }: Announcement) {
  const sections = facts.map(([label, text]) =>
    section(`*${escaped(label)}*\n${escaped(cut(text, MAX_FACT_LENGTH))}`),
  );
  const usable = links.filter(([, url]) => url.length <= MAX_URL_LENGTH);
  const written = usable.map(([label, url]) => `<${escaped(url)}|${escaped(label)}>`);
  return {
    text: escaped(cut(headline, MAX_FACT_LENGTH)),
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: cut(headline, MAX_HEADER_LENGTH), emoji: false },
      } as const,
      ...sections,
      ...(written.length === 0 ? [] : [section(written.join(' · '))]),
    ],
  };
}

const section = (text: string) =>
  ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }) as const;

/** Without it, a title could mention a whole channel. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
