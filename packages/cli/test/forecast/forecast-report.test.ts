import type { Forecast } from '@forewarn/client';
import { describe, expect, test } from 'vitest';
import type { ForecastReport } from '../../src/forecast/ask-forecasts.ts';
import { annotationsOf, tableOf } from '../../src/forecast/forecast-report.ts';
import { jsonLine } from '../../src/print.ts';
import { junitOf } from '../../src/forecast/junit.ts';
import { markdownOf } from '../../src/forecast/markdown.ts';
import { ODD, PRINTED_ODD } from '../impact/impacts.ts';
import { clear, doubtful, reportOf, suspended } from './forecasts.ts';

const SUMMARY = 'what the summary says';
const BECAUSE = '"Retire it" (#12 in shop, 2027-01-11 06:00 UTC) archives feature checkout.';
const WHAT_TO_DO = 'What to do with "Checkout for all":';
const HOW =
  'archiveFeature of checkout (features[0].changes[0]) affects updateStrategy of checkout (features[0].changes[1])';
const WHY = 'Unleash suspends the schedule of an archived feature.';
const NEXT = 'Apply it before you archive, or revive the feature and schedule it again.';

const both = reportOf(suspended, doubtful);
const partly: ForecastReport = { ...clear, outcome: 'unknown', reasons: ['no-coverage'] };
const titled = (title: string): ForecastReport => reportOf({ ...suspended, title });

describe('the table', () => {
  test('shows which, when, whose, how and why', () => {
    expect(tableOf(reportOf(suspended), true)).toBe(`\
id  environment  when (UTC)        by     title             forecast           why
15  production   2027-01-15 06:00  maria  Checkout for all  will be suspended  ${BECAUSE}
                                                                               ${HOW}
                                                                               ${WHY}
                                                                               ${WHAT_TO_DO} ${NEXT}
`);
  });

  test('names projects where there may be several, and prints no control character', () => {
    const [head = '', ...rows] = tableOf(
      reportOf({ ...suspended, title: ODD }, doubtful),
      false,
    ).split('\n');

    expect(head).toMatch(/^project +id /);
    expect(rows).toHaveLength(6);
    expect(rows[0]).toContain(PRINTED_ODD);
    expect(rows[4]).toMatch(/^office +9 .* may not go as planned +because of 1 change in projects/);
  });

  test('is empty if everything will go as planned', () => {
    expect(tableOf(clear, false)).toBe('');
  });
});

test('the JSON is one line, also after a failure', () => {
  const failure = { type: 'NoConnection', message: 'lost', cause: new Error('x') } as const;

  expect(JSON.parse(jsonLine(both))).toEqual(both);
  expect(JSON.parse(jsonLine({ ...partly, failure }))).toEqual({
    ...partly,
    failure: { type: 'NoConnection', message: 'lost' },
  });
});

describe('annotations', () => {
  test('say which change request, how and why, and that there may be more', () => {
    expect(annotationsOf({ ...both, reasons: ['too-old'] }, SUMMARY)).toBe(
      `::error title=#15 in shop will be suspended::Checkout for all, in production, 2027-01-15 06:00 UTC, by maria; ${BECAUSE}; ${HOW}; ${WHY}; ${WHAT_TO_DO} ${NEXT}\n` +
        '::error title=#9 in office may not go as planned::in staging, 2027-01-20 06:00 UTC; because of 1 change in projects that this key may not read\n' +
        `::error title=Unknown whether every pending change request will go as planned::${SUMMARY}\n`,
    );
    expect(annotationsOf(clear, SUMMARY)).toBe('');
  });
});

describe('JUnit XML', () => {
  const xml = (counts: string, ...cases: readonly string[]): string =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="forewarn forecast" ${counts}>`,
      `<testsuite name="forewarn forecast" ${counts}>`,
      ...cases,
      '</testsuite>',
      '</testsuites>\n',
    ].join('\n');
  const ALL =
    '<testcase classname="forewarn forecast" name="every pending change request will go as planned" time="0"';

  test('has a failure per change request that will not go as planned, and an error for what is unknown', () => {
    expect(junitOf(both, SUMMARY)).toBe(
      xml(
        'tests="2" failures="1" errors="1"',
        '<testcase classname="shop.production" name="#15 Checkout for all" time="0"><failure type="suspended" message="will be suspended">Checkout for all, in production, 2027-01-15 06:00 UTC, by maria',
        BECAUSE.replaceAll('"', '&quot;'),
        HOW,
        WHY,
        `${WHAT_TO_DO.replaceAll('"', '&quot;')} ${NEXT}</failure></testcase>`,
        '<testcase classname="office.staging" name="#9" time="0"><error type="unknown" message="may not go as planned">in staging, 2027-01-20 06:00 UTC',
        'because of 1 change in projects that this key may not read</error></testcase>',
      ),
    );
  });

  test.each([
    [
      'a passing case if everything will go as planned',
      clear,
      'tests="1" failures="0" errors="0"',
      '/>',
    ],
    [
      'an error if not all is known',
      partly,
      'tests="1" failures="0" errors="1"',
      `><error type="unknown" message="${SUMMARY}">${SUMMARY}</error></testcase>`,
    ],
  ])('has %s', (_what, report, counts, rest) => {
    expect(junitOf(report, SUMMARY)).toBe(xml(counts, `${ALL}${rest}`));
  });

  test('holds any title', () => {
    expect(junitOf(titled('a]]>&"<b>\u0000\u001b\ufffe\ud800\n😀'), SUMMARY)).toContain(
      'name="#15 a]]&gt;&amp;&quot;&lt;b&gt;     😀"',
    );
  });
});

describe('Markdown', () => {
  test('has a marker, the summary and a row per change request', () => {
    expect(markdownOf(both, SUMMARY)).toBe(
      `\
<!-- forewarn forecast -->
\`${SUMMARY}\`

| When (UTC) | Change request | Forecast | Why | What to do |
| --- | --- | --- | --- | --- |
| \`2027-01-15 06:00\` | \`#15 in shop, production: Checkout for all\` | will be suspended | \`${BECAUSE}\`<br>\`${HOW}\`<br>${WHY} | \`${WHAT_TO_DO}\`<br>${NEXT} |
| \`2027-01-20 06:00\` | \`#9 in office, staging\` | may not go as planned | \`because of 1 change in projects that this key may not read\` |  |
`,
    );
    expect(markdownOf(clear, SUMMARY)).toBe(`<!-- forewarn forecast -->\n\`${SUMMARY}\`\n`);
  });

  test('fits in a comment', () => {
    const many = Array.from({ length: 3_000 }, (_, id): Forecast => ({ ...suspended, id }));
    const written = markdownOf(reportOf(...many), SUMMARY);
    const rows = written.match(/^\| `2027/gm)?.length ?? 0;

    expect(written.length).toBeLessThan(65_536);
    expect(rows).toBeGreaterThan(50);
    expect(written).toMatch(new RegExp(`\nand ${3_000 - rows} more\n$`));
  });
});
