import type { Calendar } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { calendarText } from '../src/response/calendar-text.ts';

const changeRequest = (given: Partial<ScheduledChangeRequest> = {}): ScheduledChangeRequest => ({
  id: 17,
  project: 'shop',
  environment: 'production',
  title: 'Winter sale',
  state: 'Scheduled',
  schedule: { status: 'pending', scheduledAt: '2026-12-27T01:00:00+01:00' },
  createdAt: '2026-11-01T10:00:00.000Z',
  features: [{ name: 'sale-banner', changes: [{ action: 'updateEnabled' }] }],
  segments: [],
  ...given,
});

const LIVE = { kind: 'live' } as const;
const READ_AT = new Date('2026-11-20T09:30:00.500Z');

const written = async (projectId: string, calendar: Calendar): Promise<string> =>
  String((await calendarText(projectId, calendar, { readAt: READ_AT }))?.body);

const textOf = (...changeRequests: readonly ScheduledChangeRequest[]): Promise<string> =>
  written('shop', { coverage: { kind: 'live' }, changeRequests });

const tagOf = async (one: ScheduledChangeRequest, readAt: Date): Promise<string | undefined> =>
  (await calendarText('shop', { coverage: { kind: 'live' }, changeRequests: [one] }, { readAt }))
    ?.tag;

/** The content lines of a calendar, with folded lines joined (RFC 5545, 3.1). */
const linesOf = (text: string): readonly string[] => text.replaceAll('\r\n ', '').split('\r\n');

const valuesOf = (text: string, name: string): readonly string[] =>
  linesOf(text).flatMap((line) =>
    line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : [],
  );

describe('a calendar', () => {
  test('has an event per change request, in UTC', async () => {
    const text = await textOf(changeRequest());

    expect(linesOf(text)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Forewarn//Forewarn//EN',
      'NAME:Scheduled changes of shop',
      'X-WR-CALNAME:Scheduled changes of shop',
      'X-WR-CALDESC:Scheduled change requests of the project shop.',
      'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
      'X-PUBLISHED-TTL:PT15M',
      'BEGIN:VEVENT',
      expect.stringMatching(/^UID:17\.[\da-f]{32}@forewarn$/),
      'SEQUENCE:217330200',
      'DTSTAMP:20261120T093000Z',
      'DTSTART:20261227T000000Z',
      'DTEND:20261227T001500Z',
      'SUMMARY:Winter sale (production\\, pending)',
      String.raw`DESCRIPTION:Change request 17 of the project shop\, production: pending\, 2026-12-27T01:00:00+01:00\nIt touches:\n- feature sale-banner`,
      'LAST-MODIFIED:20261120T093000Z',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  test('escapes the project in its name and its description, and says how old its data is', async () => {
    const text = await written(String.raw`a;b,c\d`, {
      coverage: { kind: 'as-of', asOf: '2026-11-01T10:00:00.000Z', source: 'import' },
      changeRequests: [],
    });

    const escaped = String.raw`a\;b\,c\\d`;
    expect(valuesOf(text, 'NAME')).toEqual([`Scheduled changes of ${escaped}`]);
    expect(valuesOf(text, 'X-WR-CALNAME')).toEqual([`Scheduled changes of ${escaped}`]);
    expect(valuesOf(text, 'X-WR-CALDESC')).toEqual([
      `Scheduled change requests of the project ${escaped} as of 2026-11-01T10:00:00.000Z.`,
    ]);
  });

  test('has the same text and tag for the same change requests, and another UID per project', async () => {
    const [shop, office] = [changeRequest(), changeRequest({ project: 'office' })];

    expect(await textOf(shop)).toBe(await textOf(structuredClone(shop)));
    expect(await tagOf(shop, READ_AT)).toBe(await tagOf(shop, new Date()));
    expect(await tagOf(shop, READ_AT)).not.toBe(await tagOf({ ...shop, id: 18 }, READ_AT));
    expect(valuesOf(await textOf(shop), 'UID')).not.toEqual(valuesOf(await textOf(office), 'UID'));
  });

  test('says when a change may touch more', async () => {
    const features = [{ name: 'a', changes: [{ action: 'inventedTomorrow' }] }];

    expect(valuesOf(await textOf(changeRequest({ features })), 'DESCRIPTION')[0]).toMatch(
      /It may touch more: a change is unclear\.$/,
    );
  });

  test.each([
    ['no title', undefined, 'Change request 17'],
    ['an empty title', ' ', 'Change request 17'],
    ['markup', '<b onclick="x">1 & 2</b>', '<b onclick="x">1 & 2</b>'],
    ['line breaks', 'a\r\nEND:VEVENT\r\nBEGIN:VEVENT', 'a END:VEVENT BEGIN:VEVENT'],
    ['separators of iCalendar', String.raw`a;b,c\n`, String.raw`a\;b\,c\\n`],
    ['emoji', '👩‍💻🎏', '👩‍💻🎏'],
    ['right-to-left marks', '\u202ea\u202c\u200f', '\u202ea\u202c\u200f'],
    ['control characters', 'a\0b\u0007c', 'a b c'],
    ['an unpaired surrogate', 'a\ud800', 'a\ufffd'],
  ])('shows a title with %s as text', async (_what, title, shown) => {
    const { title: _title, ...untitled } = changeRequest();
    const text = await textOf(title === undefined ? untitled : { ...untitled, title });

    expect(valuesOf(text, 'SUMMARY')).toEqual([`${shown} (production\\, pending)`]);
    expect(linesOf(text).filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  });

  test('folds lines at 75 bytes without breaking a character', async () => {
    const text = await textOf(changeRequest({ title: '漢'.repeat(255) }));

    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
    expect(valuesOf(text, 'SUMMARY')).toEqual([`${'漢'.repeat(255)} (production\\, pending)`]);
  });

  test.each([
    ['9999-12-31T23:59:59-12:00', '99991231T230000Z'],
    ['9999-12-30T12:00:00Z', '99991230T120000Z'],
    ['0000-01-01T00:00:00+14:00', '00000101T000000Z'],
    ['1969-12-31T23:59:59.999Z', '19691231T235959Z'],
  ])('writes the time %s as %s, as it was in the description', async (scheduledAt, start) => {
    const text = await textOf(changeRequest({ schedule: { status: 'suspended', scheduledAt } }));

    expect(valuesOf(text, 'DTSTART')).toEqual([start]);
    expect(valuesOf(text, 'DESCRIPTION')[0]).toContain(`suspended\\, ${scheduledAt}`);
  });

  test('has newer events each time that it is read, since imports move them without an event', async () => {
    const moved = { status: 'pending', scheduledAt: '2026-12-20T00:00:00Z' } as const;
    const before = await textOf(changeRequest());
    const calendar = { coverage: LIVE, changeRequests: [changeRequest({ schedule: moved })] };
    const readAt = new Date('2026-11-20T09:45:00.500Z');
    const after = String((await calendarText('shop', calendar, { readAt }))?.body);
    const sequenceOf = (text: string): number => Number(valuesOf(text, 'SEQUENCE')[0]);

    expect(sequenceOf(after)).toBe(sequenceOf(before) + 900);
    expect(sequenceOf(after)).toBeLessThan(2 ** 31);
    expect(valuesOf(before, 'LAST-MODIFIED')).toEqual(['20261120T093000Z']);
    expect(valuesOf(after, 'LAST-MODIFIED')).toEqual(['20261120T094500Z']);
  });

  test('names 50 targets, and counts the others', async () => {
    const features = Array.from({ length: 60 }, (_, index) => ({
      name: `f${index}`,
      changes: [{ action: 'updateEnabled' }],
    }));

    expect(valuesOf(await textOf(changeRequest({ features })), 'DESCRIPTION')[0]).toMatch(
      /f49\\nand 10 more$/,
    );
  });

  test('is one calendar, however many events it has', async () => {
    const all = Array.from({ length: 120 }, (_, id) => changeRequest({ id }));
    const text = await textOf(...all);

    expect(valuesOf(text, 'BEGIN')).toEqual(['VCALENDAR', ...all.map(() => 'VEVENT')]);
    expect(valuesOf(text, 'END')).toEqual([...all.map(() => 'VEVENT'), 'VCALENDAR']);
    expect(valuesOf(text, 'UID').map((uid) => Number(uid.split('.')[0]))).toEqual(
      all.map(({ id }) => id),
    );
  });
});
