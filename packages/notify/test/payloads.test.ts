import type { ScheduledChangeRequest } from '@forewarn/core';
import type { AlertEvent, Prediction, WebhookMessage } from '@forewarn/notify';
import type { KnownBlock } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { announcementOf } from '../src/service/announcement.ts';
import { genericPayload } from '../src/service/generic-payload.ts';
import { cut } from '../src/service/message-text.ts';
import { slackPayload } from '../src/service/slack-payload.ts';
import { teamsPayload } from '../src/service/teams-payload.ts';

const ANNOUNCEMENT = {
  headline: 'Raise the rollout will be suspended',
  facts: [['Cause', 'Remove the checkout archives new-checkout']],
  links: [['Open in Forewarn', 'https://flags.example.com/#/change-requests/shop/12?a=1&b=2']],
} as const;

const LONG = {
  headline: '&'.repeat(5_000),
  facts: Array.from({ length: 10 }, () => ['&'.repeat(520), '<'.repeat(5_000)] as const),
  links: ['x'.repeat(940), '~'.repeat(650), '~'.repeat(650), 'x'.repeat(650)].map(
    (path) => ['Open cause in Forewarn', `https://flags.example.com/${path}`] as const,
  ),
} as const;

const CONSEQUENCE = {
  outcome: 'suspended',
  rule: 'strategy-updated',
  evidence: 'documented',
  why: 'Unleash suspends a schedule that would overwrite the update.',
  next: 'Check what it overwrites.',
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

/** What forges parts of a message: lines, formats, mentions, links, directions, colors of a terminal. */
const FORGED = [
  'x"\n*Way out*\nApply it.',
  '\r\n\u2028\u2029\u0085_Way out_ ~Way out~ `Way out`',
  '<!channel> @channel @here <@U1> <https://evil.example|Open in Forewarn> [Open](https://evil.example)',
  '\u202eevil\u2066\u200f\u061c\u001b[31mred\u009b0m\u0007\u200b\ufeff',
  '{{DATE(2026-12-24T10:00:00Z, LONG)}}',
].join(' ');
/** The same in one line. */
const HARMLESS = /x' \*Way out\* Apply it\. _Way out_ ~Way out~/;

const PLACE = { project: FORGED, id: 1, environment: FORGED, title: FORGED };
const prediction: Prediction = {
  ...PLACE,
  createdBy: FORGED,
  schedule: { status: 'pending', scheduledAt: '2026-12-24T10:00:00.000Z' },
  forecast: 'suspended',
  causes: [
    { ...PLACE, path: 'a', touch: { path: 'b' }, consequence: CONSEQUENCE },
    {
      gone: { kind: 'feature', name: FORGED },
      event: {
        id: 1,
        type: 'strategy-deleted',
        createdAt: '2026-12-24T10:00:00.000Z',
        createdBy: FORGED,
      },
      touch: { path: 'b' },
      consequence: CONSEQUENCE,
    },
  ],
  causeCount: 9,
  hiddenCauses: 3,
  fingerprint: 'one',
};
const troubled: ScheduledChangeRequest = {
  ...PLACE,
  state: 'Scheduled',
  features: [],
  segments: [],
  createdBy: { username: FORGED },
  schedule: {
    status: 'failed',
    scheduledAt: '2026-12-24T10:00:00.000Z',
    reason: FORGED,
    failureReason: FORGED,
  },
};
const AT = { project: FORGED, environment: FORGED } as const;
const EVENTS: readonly AlertEvent[] = [
  { type: 'forecast-predicted', data: prediction, preData: null, ...AT },
  { type: 'forecast-changed', data: prediction, preData: prediction, ...AT },
  { type: 'forecast-resolved', data: null, preData: prediction, ...AT },
  { type: 'change-request-failed', data: troubled, preData: null, ...AT },
  { type: 'change-request-suspended', data: troubled, preData: null, ...AT },
  {
    type: 'data-too-old',
    data: { id: FORGED, name: FORGED, coverage: { kind: 'none' } },
    preData: null,
    project: FORGED,
  },
];
const MESSAGES: readonly WebhookMessage[] = [
  ...EVENTS.map((event) => ({ kind: 'event', event }) as const),
  { kind: 'summary', reason: 'burst', counts: { 'data-too-old': 30 }, first: EVENTS },
  {
    kind: 'summary',
    reason: 'one-cause',
    counts: { 'forecast-predicted': 30 },
    first: EVENTS.slice(0, 2),
  },
];
const BASES = { publicUrl: 'https://flags.example.com', unleashUrl: 'https://unleash.example.com' };
// No part of the texts needs one of these.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe.each(MESSAGES.map((message) => [kindOf(message), message] as const))(
  'names in a message of the kind %s forge no part of it',
  (_kind, message) => {
    const announcement = announcementOf(message, BASES);

    it('as text, of which each is one line in which quotes end where a name ends', () => {
      const { headline, facts } = announcement;
      for (const text of [headline, ...facts.flat()]) {
        expect(text).not.toMatch(UNSAFE);
        expect(text.split('"').length % 2).toBe(1);
      }
      expect(JSON.stringify(announcement)).toMatch(HARMLESS);
      expect(genericPayload(message, '2026-12-24T10:00:00.000Z', announcement).data.text).toBe(
        headline,
      );
    });

    it('in Slack, and in what shows only its text', () => {
      const { text, blocks } = slackPayload(announcement);
      const { facts, links } = announcement;
      const lines = text.split('\n');
      expect(lines).toHaveLength(1 + facts.length + links.length);
      const sections = blocks.flatMap((each) => (each.type === 'section' ? [each.text.text] : []));
      for (const section of sections.slice(0, facts.length)) {
        expect(section.split('\n')).toHaveLength(2);
      }
      for (const written of [...lines, ...sections.flatMap((each) => each.split('\n'))]) {
        expect(written).not.toMatch(UNSAFE);
        // Only a label, at the start, has a format; only our links are links.
        const unlabelled = written.replace(/^\*[^*]+\*/, '');
        expect(unlabelled).not.toMatch(/[*~`]/);
        expect(unlabelled.replaceAll(/<https:[^>]*>/g, '')).not.toMatch(/(?:^|\W)[_@]|\]\(/);
        expect(written).not.toMatch(/<(?!https:\/\/(?:flags|unleash)\.example\.com\/)/);
      }
      expect(JSON.stringify(blocks)).not.toMatch(/<!|<@/);
    });

    it('in Microsoft Teams', () => {
      const [{ content } = { content: { body: [] } }] = teamsPayload(announcement).attachments;
      const texts = content.body.flatMap(({ inlines }) => inlines.map(({ text }) => text));
      expect(texts).toHaveLength(1 + 2 * announcement.facts.length);
      expect(texts.join('')).not.toMatch(UNSAFE);
      expect(texts.join('')).not.toMatch(/\{\{/);
    });
  },
);

function kindOf(message: WebhookMessage): string {
  return message.kind === 'event' ? message.event.type : message.kind;
}

it('leaves names, addresses and the joiners of emojis as they are', () => {
  const text = 'new_checkout-v2 by ann@example.com 👩‍💻 #1 {a} [b]';
  const { blocks } = slackPayload({ headline: 'x', facts: [['Cause', text]], links: [] });
  expect(JSON.stringify(blocks)).toContain(text);
});

it('links to what has an odd name by this name', () => {
  const [event] = EVENTS;
  const links = event === undefined ? [] : announcementOf({ kind: 'event', event }, BASES).links;
  expect(links[0]?.[1]).toBe(
    `https://flags.example.com/#/change-requests/${encodeURIComponent(FORGED)}/1`,
  );
});

describe('the payload for Slack', () => {
  it('is a header, a section per fact and one with links', () => {
    expect(slackPayload(ANNOUNCEMENT)).toEqual({
      text: [
        'Raise the rollout will be suspended',
        '*Cause*: Remove the checkout archives new-checkout',
        '<https://flags.example.com/#/change-requests/shop/12?a=1&amp;b=2|Open in Forewarn>',
      ].join('\n'),
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

  it('keeps to the limits of Block Kit', () => {
    const { blocks } = slackPayload(LONG);
    expect((blocks satisfies KnownBlock[]).length).toBeLessThanOrEqual(50);
    for (const { type, text } of blocks) {
      expect(text.text.length).toBeLessThanOrEqual(type === 'header' ? 150 : 3_000);
    }
  });
});

describe('the payload for Microsoft Teams', () => {
  // teams-card.long.test.ts has Microsoft's own parser read it.
  it('is a message with a card', () => {
    const { type, attachments } = teamsPayload(ANNOUNCEMENT);
    expect({ type, attachments }).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: { type: 'AdaptiveCard', version: '1.4' },
        },
      ],
    });
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
