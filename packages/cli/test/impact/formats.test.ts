import { by } from '@forewarn/impact';
import { describe, expect, test } from 'vitest';
import { failureJunit, junitOf } from '../../src/impact/junit.ts';
import { markdownOf } from '../../src/impact/markdown.ts';
import { changeRequest, clear, doubtful, elsewhere, impactOf, touched } from './impacts.ts';

const SUMMARY = 'what the summary says';
const WHY = 'updateStrategy of checkout (features[0].changes[1])';
const BREAKS = 'will be suspended: Unleash suspends the schedule of an archived feature.';
const NEXT = 'Apply it before you archive, or revive the feature and schedule it again.';
const DOUBT = 'unknown: it may touch more segments: it does not say which (segments[0])';
const GAP = 'unknown: no import or sync has listed all that is scheduled';

const url = 'https://u.example.com/a(b)/7';
const linked = { ...touched, changeRequests: [{ ...changeRequest, url }] };

describe('Markdown', () => {
  test('has a marker, the summary, a row per change request with its link, and one per gap', () => {
    const written = markdownOf(impactOf(clear, { ...linked, count: 3 }, doubtful), SUMMARY);

    expect(written).toBe(`\
<!-- forewarn check -->
\`${SUMMARY}\`

| Target | When (UTC) | Change request | Why, and what to do |
| --- | --- | --- | --- |
| \`the feature "checkout"\` | \`2027-01-11 06:00\` | \`#7 in shop, production: Retire it\` | [in Unleash](https://u.example.com/a%28b%29/7)<br>\`${WHY}\`<br>${BREAKS}<br>${NEXT} |
| \`the feature "checkout"\` |  |  | \`and 2 more\` |
| \`the segment 3\` |  | \`#9 in shop, staging\` | \`${DOUBT}\` |
| \`the segment 3\` |  |  | \`${GAP}\` |
`);
  });

  test('has no table if nothing is scheduled', () => {
    expect(markdownOf(impactOf(clear), SUMMARY)).toBe(`<!-- forewarn check -->\n\`${SUMMARY}\`\n`);
  });
});

describe('JUnit XML', () => {
  const casesOf = (xml: string): readonly string[] =>
    xml.match(/<testcase [^]*?(?:\/>|<\/testcase>)/g) ?? [];
  const FEATURE = '<testcase classname="forewarn check" name="the feature &quot;checkout&quot;"';

  test('has a case per target: passing, failing or in error', () => {
    const xml = junitOf(impactOf(clear, linked, doubtful), false);

    expect(xml).toContain('<testsuite name="forewarn check" tests="3" failures="1" errors="1">');
    expect(casesOf(xml)).toEqual([
      `${FEATURE} time="0"/>`,
      `${FEATURE} time="0"><failure type="scheduled" message="scheduled">#7 in shop: Retire it, in production, 2027-01-11 06:00 UTC, by maria
${WHY}
${BREAKS}
${NEXT}
${url}</failure></testcase>`,
      `<testcase classname="forewarn check" name="the segment 3" time="0"><error type="unknown" message="unknown">#9 in shop: ${DOUBT}
${GAP}</error></testcase>`,
    ]);
  });

  test('passes for what stays unaffected, where only breaks fail', () => {
    const [touch] = changeRequest.touches;
    const touches = [{ ...touch!, consequence: by('still-applies') }];
    const impact = impactOf({ ...touched, changeRequests: [{ ...changeRequest, touches }] });

    expect(casesOf(junitOf(impact, true))).toEqual([`${FEATURE} time="0"/>`]);
    expect(junitOf(impact, false)).toContain('failures="1"');
  });

  test('says of a passing case that its target may not exist', () => {
    const unchecked = { ...clear, names: 'unchecked' } as const;
    const told = `${FEATURE} time="0"><system-out>whether it exists is not known</system-out></testcase>`;

    for (const isLenient of [false, true]) {
      expect(casesOf(junitOf(impactOf(unchecked, clear), isLenient))).toEqual([
        told,
        `${FEATURE} time="0"/>`,
      ]);
    }
  });

  test('says so, too, if only the environment keeps it from failing', () => {
    const told = `${FEATURE} time="0"><system-out>whether the target and its environment exist is not known</system-out></testcase>`;

    expect(casesOf(junitOf(impactOf(elsewhere), true))).toEqual([told]);
    expect(casesOf(junitOf(impactOf({ ...elsewhere, names: 'checked' }), true))).toEqual([
      `${FEATURE} time="0"/>`,
    ]);
  });

  test('has a passing case for a plan with nothing to ask about: without any, pipelines miss the tests', () => {
    expect(casesOf(junitOf({ impacts: [] }, false))).toEqual([
      '<testcase classname="forewarn check" name="the plan changes nothing in Unleash that a scheduled change can touch" time="0"/>',
    ]);
  });

  test('is an error without a response', () => {
    expect(failureJunit('no <response>')).toContain(
      '<error type="unknown" message="no &lt;response&gt;">no &lt;response&gt;</error>',
    );
  });
});
