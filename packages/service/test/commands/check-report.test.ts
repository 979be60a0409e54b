import type { SearchOutcome } from '@forewarn/client';
import { describe, expect, test } from 'vitest';
import {
  annotationsOf,
  type Asked,
  jsonOf,
  linesOf,
  withLinks,
  summaryOf,
  tableOf,
} from '../../src/commands/check-report.ts';

const asked: Asked = { project: 'shop', feature: ['checkout'] };
const found = (title: string, more: Partial<Asked> = {}) =>
  withLinks(
    {
      outcome: 'some',
      changeRequests: [
        { id: 7, environment: 'production', title },
        { id: 12, environment: 'staging' },
      ],
    },
    { ...asked, ...more },
  );
const NONE: SearchOutcome = { outcome: 'none' };
const UNKNOWN: SearchOutcome = {
  outcome: 'unknown',
  failure: { type: 'NoConnection', message: '100 %\nlost', cause: new Error('secret') },
};

// Characters that a terminal or a log interprets.
const ODD = 'a\u001b[2Jb\tc\nd\re\u202ef';

describe('links', () => {
  const page = 'https://u.example.com/eu/projects/shop/change-requests';

  test('lead to the pages of the given Unleash', () => {
    expect(found('x', { unleashUrl: 'https://u.example.com/eu/' })).toMatchObject({
      changeRequests: [{ url: `${page}/7` }, { url: `${page}/12` }],
    });
  });

  test('encode the project as one segment of the path', () => {
    expect(found('x', { project: 'a/b c', unleashUrl: 'https://u.example.com' })).toMatchObject({
      changeRequests: [
        { url: expect.stringContaining('/projects/a%2Fb%20c/change-requests/') },
        {},
      ],
    });
  });

  test('are omitted from every report without an Unleash URL', () => {
    const reports = [tableOf, linesOf, jsonOf, annotationsOf].map((report) => report(found('x')));

    for (const report of reports) expect(report).not.toMatch(/http|url|link/);
    expect(reports[1]).toBe('7\tproduction\tx\n12\tstaging\t\n');
  });
});

test('the table wraps only links in a narrow terminal', () => {
  expect(tableOf(found('Retire it', { unleashUrl: 'https://u.example.com' }))).toBe(
    `\
id  environment  title      link
7   production   Retire it  https://u.example.com/projects/shop/change-requests/7
12  staging                 https://u.example.com/projects/shop/change-requests/12
`,
  );
});

test('the lines for programs separate columns with tabs', () => {
  const lines = linesOf(found('Retire it')).split('\n');

  expect(lines.map((line) => line.split('\t').slice(0, 3))).toEqual([
    ['7', 'production', 'Retire it'],
    ['12', 'staging', ''],
    [''],
  ]);
});

test.each([tableOf, linesOf])('a title stays in its cell', (report) => {
  expect(report(found(ODD))).toContain('a [2Jb c d e f');
});

test('the JSON contains the outcome without the cause of a failure', () => {
  expect(JSON.parse(jsonOf(NONE))).toEqual({ outcome: 'none' });
  expect(JSON.parse(jsonOf(found(ODD)))).toEqual(found(ODD));
  expect(JSON.parse(jsonOf(UNKNOWN))).toEqual({
    outcome: 'unknown',
    failure: { type: 'NoConnection', message: '100 %\nlost' },
  });
});

describe('annotations', () => {
  test('are one error per change request', () => {
    const report = annotationsOf(found('Retire it', { unleashUrl: 'https://u.example.com' }));
    const [first, second] = report.split('\n');

    expect(first).toMatch(
      /^::error title=Scheduled change request #7::Retire it, in production: https:\/\//,
    );
    expect(second).toMatch(/^::error title=Scheduled change request #12::in staging: https:\/\//);
  });

  test('can not be injected by a title', () => {
    const annotations = annotationsOf(found('x\n::stop-commands::y\r\n100 %'));

    expect(annotations.split('\n')).toHaveLength(3);
    expect(annotations).toContain('::x ::stop-commands::y  100 %25, in production');
  });

  test('contain no control character of a title', () => {
    expect(annotationsOf(found(ODD))).toContain('::a [2Jb c d e f, in production');
  });

  test('report a failure, and are empty when nothing was found', () => {
    expect(annotationsOf(UNKNOWN)).toMatch(
      /^::error title=[^:\n]+::100 %25 lost; check --url, .*\n$/,
    );
    expect(annotationsOf(NONE)).toBe('');
  });
});

describe('the summary', () => {
  test('counts the change requests', () => {
    expect(summaryOf(NONE, asked)).toBe(
      '0 scheduled change requests touch the feature "checkout" in the project "shop"',
    );
    expect(summaryOf(found('x'), { ...asked, strategyId: ['s-1'] })).toBe(
      '2 scheduled change requests touch the feature "checkout" or the strategy s-1 in the project "shop"',
    );
  });

  test('does not list more than three names', () => {
    const many = { ...asked, feature: ['a', 'b', 'c'], variantForFlag: ['d'] };

    expect(summaryOf(NONE, many)).toContain('any of 4 names');
  });

  test('of a failure is one line with the error id', () => {
    const failure = {
      type: 'ErrorResponse',
      status: 503,
      name: 'x',
      message: ODD,
      id: 'u-1',
    } as const;

    expect(summaryOf({ outcome: 'unknown', failure }, asked)).toBe(
      'unknown whether anything is scheduled: a [2Jb c d e f (error id u-1)',
    );
  });

  test.each([
    [401, 'Send a key.', 'Send a key; set FOREWARN_API_KEY to a key of this server'],
    [403, 'You may not.', 'You may not.'],
    [404, 'There is none.', 'There is none; check --url and --project'],
  ])('of a %d says what to do unless the server does', (status, message, told) => {
    const failure = { type: 'ErrorResponse', status, name: 'x', message } as const;

    expect(summaryOf({ outcome: 'unknown', failure }, asked)).toBe(
      `unknown whether anything is scheduled: ${told}`,
    );
  });
});

test.each([tableOf, linesOf])('%o is empty when nothing was found', (report) => {
  expect([report(NONE), report(UNKNOWN)]).toEqual(['', '']);
});
