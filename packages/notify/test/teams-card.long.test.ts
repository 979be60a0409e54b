import { expect, test } from 'vitest';
import { importTool } from '../../../tools/import-tool.ts';
import { teamsPayload } from '../src/service/teams-payload.ts';

/** What is used of `adaptivecards`, Microsoft's own parser. */
interface AdaptiveCards {
  readonly AdaptiveCard: new () => {
    readonly version: object;
    parse(json: object): void;
    validateProperties(): { readonly validationEvents: readonly object[] };
    getItemCount(): number;
    getActionCount(): number;
  };
  readonly Version: new (
    major: number,
    minor: number,
  ) => {
    compareTo(other: object): number;
  };
}

test("the card for Teams is one that Microsoft's own parser reads without a complaint", async () => {
  const { AdaptiveCard, Version } = await importTool<AdaptiveCards>('validators', 'adaptivecards');
  const payload = teamsPayload({
    headline: 'Raise the rollout will be suspended',
    facts: [['Cause', 'Remove the checkout archives new-checkout']],
    links: [['Open in Forewarn', 'https://flags.example.com/#/change-requests/shop/12']],
  });
  const card = new AdaptiveCard();

  card.parse(payload.attachments[0]?.content ?? {});

  expect(card.validateProperties().validationEvents).toEqual([]);
  expect(new Version(1, 4).compareTo(card.version)).toBe(0);
  expect([card.getItemCount(), card.getActionCount()]).toEqual([2, 1]);
});
