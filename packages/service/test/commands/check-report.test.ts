import type { SearchOutcome } from '@forewarn/client';
import { describe, expect, test } from 'vitest';
import {
  annotationsOf,
  type Asked,
  jsonOf,
  linesOf,
  linked,
  summaryOf,
  tableOf,
} from '../../src/commands/check-report.ts';

const asked: Asked = { url: 'https://flags.example.com/', project: 'shop', feature: ['checkout'] };
const found = (title: string, more: Partial<Asked> = {}) =>
  linked(
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

// Characters that a terminal, a line or a log would take for more than text.
const ODD = 'a\u001b[2Jb\tc\nd\re\u202ef';

describe('where a change request can be seen', () => {
  const API = 'https://flags.example.com/api/admin/projects/shop/change-requests/scheduled';

  test('is the API, or the page of an Unleash', () => {
    expect(found('x')).toMatchObject({
      changeRequests: [{ url: `${API}/7` }, { url: `${API}/12` }],
    });
    expect(found('x', { unleashUrl: 'https://u.example.com/eu/' })).toMatchObject({
      changeRequests: [{ url: 'https://u.example.com/eu/projects/shop/change-requests/7' }, {}],
    });
  });

  test('has the project as a part of its path', () => {
    expect(found('x', { project: 'a/b c' })).toMatchObject({
      changeRequests: [
        { url: expect.stringContaining('/projects/a%2Fb%20c/change-requests/') },
        {},
      ],
    });
  });
});

test('at a terminal it is a table, of which a narrow one breaks nothing but the links', () => {
  expect(tableOf(found('Retire it', { unleashUrl: 'https://u.example.com' }))).toBe(
    `\
id  environment  title      link
7   production   Retire it  https://u.example.com/projects/shop/change-requests/7
12  staging                 https://u.example.com/projects/shop/change-requests/12
`,
  );
});

test('for programs it is a line each, with tabs between', () => {
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

test('as JSON it is the outcome, with links, and without what caused a failure', () => {
  expect(JSON.parse(jsonOf(NONE))).toEqual({ outcome: 'none' });
  expect(JSON.parse(jsonOf(found(ODD)))).toEqual(found(ODD));
  expect(JSON.parse(jsonOf(UNKNOWN))).toEqual({
    outcome: 'unknown',
    failure: { type: 'NoConnection', message: '100 %\nlost' },
  });
});

describe('annotations', () => {
  test('are an error each', () => {
    const [first, second] = annotationsOf(found('Retire it')).split('\n');

    expect(first).toMatch(
      /^::error title=Scheduled change request #7::Retire it, in production: https:\/\//,
    );
    expect(second).toMatch(/^::error title=Scheduled change request #12::in staging: https:\/\//);
  });

  test('can not be begun by a title', () => {
    const annotations = annotationsOf(found('x\n::stop-commands::y\r\n100 %'));

    expect(annotations.split('\n')).toHaveLength(3);
    expect(annotations).toContain('::x%0A::stop-commands::y%0D%0A100 %25, in production');
  });

  test('tell a failure, too, and are none when nothing was found', () => {
    expect(annotationsOf(UNKNOWN)).toMatch(
      /^::error title=[^:\n]+::100 %25%0Alost; see that --url .*\n$/,
    );
    expect(annotationsOf(NONE)).toBe('');
  });
});

describe('the summary', () => {
  test('counts what was found', () => {
    expect(summaryOf(NONE, asked)).toBe(
      '0 scheduled change requests touch the feature "checkout" in the project "shop"',
    );
    expect(summaryOf(found('x'), { ...asked, strategyId: ['s-1'] })).toBe(
      '2 scheduled change requests touch the feature "checkout" or the strategy s-1 in the project "shop"',
    );
  });

  test('does not list what is long', () => {
    const many = { ...asked, feature: ['a', 'b', 'c'], variantForFlag: ['d'] };

    expect(summaryOf(NONE, many)).toContain('any of 4 names');
  });

  test('of a failure is one line, with the id that leads to the log', () => {
    const failure = {
      type: 'ErrorAnswer',
      status: 503,
      name: 'x',
      message: ODD,
      id: 'u-1',
    } as const;

    expect(summaryOf({ outcome: 'unknown', failure }, asked)).toBe(
      'could not tell whether anything is scheduled: a [2Jb c d e f (error id u-1)',
    );
  });

  test.each([
    [401, 'Send a key.', 'Send a key; set FOREWARN_API_KEY to a key of this server'],
    [403, 'You may not.', 'You may not.'],
    [404, 'There is none.', 'There is none; see that --url and --project are right'],
  ])('of a %d says what to do here, where the server does not', (status, message, told) => {
    const failure = { type: 'ErrorAnswer', status, name: 'x', message } as const;

    expect(summaryOf({ outcome: 'unknown', failure }, asked)).toBe(
      `could not tell whether anything is scheduled: ${told}`,
    );
  });
});

test.each([tableOf, linesOf])('nothing is written when nothing was found', (report) => {
  expect([report(NONE), report(UNKNOWN)]).toEqual(['', '']);
});
