import type { Announcement } from './announcement.ts';
import { cut, teamsText } from './message-text.ts';

/** A message has at most 28 KB. */
const MAX_TEXT_LENGTH = 500;

/** Writes a message for a webhook of Microsoft Teams' workflows, with an Adaptive Card. */
export function teamsPayload({ headline, facts, links }: Announcement) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block({ text: headline, size: 'Large', weight: 'Bolder' }),
            ...facts.map(([label, text]) =>
              block({ text: `${label}: `, weight: 'Bolder' }, { text }),
            ),
          ],
          actions: links.map(([title, url]) => ({ type: 'Action.OpenUrl', title, url })),
        },
      },
    ],
  };
}

/** Text runs, unlike text blocks, have no Markdown, so that a title can't become a link. */
const block = (
  ...runs: readonly { readonly text: string; readonly [style: string]: string }[]
) => ({
  type: 'RichTextBlock',
  inlines: runs.map(({ text, ...style }) => ({
    type: 'TextRun',
    text: cut(teamsText(text), MAX_TEXT_LENGTH),
    ...style,
  })),
});
