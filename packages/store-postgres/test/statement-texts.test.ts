import { expect, it } from 'vitest';
import { statementTexts } from '../src/session/statement-texts.ts';

const inSchema = statementTexts({ schema: 'a "b"' });

it.each([
  ['select projects.id from projects', 'select projects.id from "a ""b"""."projects"'],
  ['select from "projects" as "p"', 'select from "a ""b"""."projects" as "p"'],
  ['left join (touches t', 'left join ("a ""b"""."touches" t'],
  ['insert into events (type)', 'insert into "a ""b"""."events" (type)'],
  ['update\n  projects set coverage = 1', 'update\n  "a ""b"""."projects" set coverage = 1'],
  ['lock table projection in', 'lock table "a ""b"""."projection" in'],
  ['from forewarn_migration_lock', 'from "a ""b"""."forewarn_migration_lock"'],
  ['from projects_of where for update', 'from projects_of where for update'],
  ['from other.events', 'from other.events'],
])('sends %j with the schema', (text, sent) => {
  expect(inSchema(text).text).toBe(sent);
});

it('makes each text once, with one name for one text', () => {
  const text = 'select from projects';
  expect(inSchema(text)).toBe(inSchema(text));
  expect(inSchema(text).name).not.toBe(statementTexts({})(text).name);
  expect(statementTexts({})(text)).toEqual(statementTexts({})(text));
  expect(statementTexts({})(text).text).toBe(text);
});
