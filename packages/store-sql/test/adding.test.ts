import { expect, it } from 'vitest';
import { adding, running, schemaWith } from '../src/index.ts';

it.each([
  'create table forewarn_new (id text not null primary key, at bigint not null)',
  'create index forewarn_new_by_at on forewarn_new (at)',
  'alter table events add column reason text',
  'alter table events add column weight integer not null default 0',
])('a migration that only adds may have: %s', (statement) => {
  expect(Object.keys(adding('0012_record', statement))).toEqual(['0012_record_adds']);
});

it.each([
  'create unique index events_by_reason on events (reason)',
  'alter table events add column reason text not null',
  'alter table events add column reason text unique',
  'alter table events add column of text references projects (id)',
  "alter table events add column kind text check (kind <> '')",
  'alter table events add column no bigint generated always as identity',
  'alter table events alter column data set not null',
  'alter table events rename column data to body',
  'alter table events drop column data',
  'drop table events',
  'update events set data = null',
  'insert into events (type) values (1)',
  'create table forewarn_new (id text); drop table events',
  'create trigger t after insert on events begin select 1; end',
])('a migration that only adds has none such as: %s', (statement) => {
  expect(() => adding('0012_record', statement)).toThrow(`0012_record does more than add: `);
});

it('no other migration says by its name that it only adds', () => {
  const migrations = () => ({ '0012_record_adds': running('drop table events') });
  const dialect = { own: {}, index: () => '' } as unknown as Parameters<typeof schemaWith>[0];

  expect(() => schemaWith(dialect, [{ migrations }])).toThrow('is made with "adding"');
  const added = () => adding('0012_record', 'create table forewarn_new (id text)');
  expect(Object.keys(schemaWith(dialect, [{ migrations: added }])).at(-1)).toBe('0012_record_adds');
});
