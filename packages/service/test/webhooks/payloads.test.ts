import type { ScheduledChangeRequest } from '@forewarn/core';
import type { KnownBlock } from '@slack/types';
import { AdaptiveCard, Version } from 'adaptivecards';
import { describe, expect, it } from 'vitest';
import { announcementOf, cut } from '../../src/webhooks/announcement.ts';
import { slackPayload } from '../../src/webhooks/slack-payload.ts';
import { teamsPayload } from '../../src/webhooks/teams-payload.ts';

const ANNOUNCEMENT = {
  headline: 'Raise the rollout will be suspended',
  facts: [['Cause', 'Remove the checkout archives new-checkout']],
  links: [['Open in Forewarn', 'https://flags.example.com/#/change-requests/shop/12?a=1&b=2']],
} as const;

const LONG = {
  headline: '&'.repeat(5_000),
  facts: Array.from({ length: 10 }, () => ['Cause', '<'.repeat(5_000)] as const),
  links: [['Open in Forewarn', `https://flags.example.com/${'x'.repeat(3_000)}`]],
} as const;

it('names the owner of a change request that was suspended', () => {
  const data: ScheduledChangeRequest = {
    id: 12,
    project: 'shop',
    environment: 'production',
    state: 'Scheduled',
    features: [],
    segments: [],
    createdBy: { username: 'ann' },
  };
  const type = 'change-request-suspended';
  const message = { kind: 'event', event: { type, data, preData: null, project: 'shop' } } as const;
  expect(announcementOf(message, {}).facts).toContainEqual(['Owner', 'ann']);
});

describe('the payload for Slack', () => {
  it('is a header, a section per fact and one with links', () => {
    expect(slackPayload(ANNOUNCEMENT)).toEqual({
      text: 'Raise the rollout will be suspended',
      blocks: [
        {
          type: 'header',
          text: { type: 'plain_text', text: 'Raise the rollout will be suspended', emoji: false },
        },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: '*Cause*\nRemove the checkout archives new-checkout',
            verbatim: true,
          },
        },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: '<https://flags.example.com/#/change-requests/shop/12?a=1&amp;b=2|Open in Forewarn>',
            verbatim: true,
          },
        },
      ],
    });
  });

  it('has a title as text, not as a mention or a link', () => {
    const facts = [['Change', '<!channel> <https://evil.example|x> & co']] as const;
    expect(JSON.stringify(slackPayload({ ...ANNOUNCEMENT, facts }))).toContain(
      '&lt;!channel&gt; &lt;https://evil.example|x&gt; &amp; co',
    );
  });

  it('keeps to the limits of Block Kit', () => {
    const { blocks } = slackPayload(LONG);
    expect((blocks satisfies KnownBlock[]).length).toBeLessThanOrEqual(50);
    for (const { type, text } of blocks) {
      expect(text.text.length).toBeLessThanOrEqual(type === 'header' ? 150 : 3_000);
    }
  });
});

describe('the payload for Microsoft Teams', () => {
  it("is a card that Microsoft's own parser reads without a complaint", () => {
    const { type, attachments } = teamsPayload(ANNOUNCEMENT);
    const [{ contentType, content } = { contentType: '', content: {} }] = attachments;
    const card = new AdaptiveCard();
    card.parse(content);
    expect({ type, contentType }).toEqual({
      type: 'message',
      contentType: 'application/vnd.microsoft.card.adaptive',
    });
    expect(card.validateProperties().validationEvents).toEqual([]);
    expect(card.version.compareTo(new Version(1, 4))).toBe(0);
    expect([card.getItemCount(), card.getActionCount()]).toEqual([2, 1]);
  });

  it('has no block that reads Markdown', () => {
    const facts = [['Change', '[click](https://evil.example)']] as const;
    expect(JSON.stringify(teamsPayload({ ...ANNOUNCEMENT, facts }))).not.toMatch(
      /"(?:TextBlock|FactSet)"/,
    );
  });

  it('keeps to 28 KB', () => {
    const facts = LONG.facts.map(([label]) => [label, '€'.repeat(5_000)] as const);
    const payload = JSON.stringify(teamsPayload({ ...LONG, facts }));
    expect(Buffer.byteLength(payload)).toBeLessThan(28_000);
  });
});

it('cuts a text between characters', () => {
  expect(cut('ab😀cd', 4).isWellFormed()).toBe(true);
});
