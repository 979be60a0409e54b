import { expect, test } from 'vitest';
import { textsAt } from '../../tools/texts-at.ts';

const FILES = textsAt(import.meta, '../how-to/operate.md', '../prometheus/alerts.yaml');

test('data that was never listed is old, as its age is +Inf', () => {
  expect(FILES['../prometheus/alerts.yaml']).toMatch(
    /- alert: ForewarnHasOldData\n(?: +#.*\n)* +expr: forewarn_data_age_seconds\{job="forewarn"\} > \d+\n/,
  );
});

test('each alert has a severity, and a link to what the page of operators says about it', () => {
  const alerts = [
    ...(FILES['../prometheus/alerts.yaml'] ?? '').matchAll(
      /- alert: (?<name>\w+)\n(?<rule>(?: {8}.*\n)+)/g,
    ),
  ].map(({ groups }) => ({ name: groups?.['name'] ?? '', rule: groups?.['rule'] ?? '' }));
  const titles = [...(FILES['../how-to/operate.md'] ?? '').matchAll(/^### (?<title>\w+)$/gm)].map(
    ({ groups }) => groups?.['title'] ?? '',
  );

  expect(alerts.map(({ name }) => name).toSorted()).toEqual(titles.toSorted());
  for (const { name, rule } of alerts) {
    expect(rule).toMatch(/^ {8}labels: \{ severity: (?:critical|warning) \}$/m);
    expect(rule).toContain(`/docs/how-to/operate.md#${name.toLowerCase()}\n`);
  }
});
