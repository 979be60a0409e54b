import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { inMemory } from '../http/open-stores.ts';
import { changeRequest, inDays, record } from '../http/sample-data.ts';
import { serveFor } from '../http/with-stores.ts';
import { test } from './place.ts';

const served = serveFor(inMemory, '/flags');
let env: Readonly<Record<string, string>>;

const archive = (name: string) => ({ [name]: [{ action: 'archiveFeature' }] });
const update = (name: string) => ({
  [name]: [{ action: 'updateStrategy', payload: { id: `s of ${name}` } }],
});
const at = (scheduledAt: string, project: string) => ({
  project,
  schedule: { status: 'pending', scheduledAt } as const,
});

const MONDAY = inDays(3);
const FRIDAY = inDays(9);
const AT_ONCE = inDays(4);

beforeAll(async () => {
  const { store } = served;
  await record(
    store,
    changeRequest(7, archive('checkout'), { ...at(MONDAY, 'shop'), title: 'Retire it' }),
    changeRequest(8, update('checkout'), { ...at(FRIDAY, 'shop'), title: 'Checkout for all' }),
    changeRequest(9, archive('banner'), { ...at(AT_ONCE, 'office'), environment: 'staging' }),
    changeRequest(10, update('banner'), { ...at(AT_ONCE, 'office'), environment: 'staging' }),
    changeRequest(11, archive('sale'), at(MONDAY, 'calm')),
  );
  const names = { projectId: 'calm', asOf: inDays(0), lists: { environment: ['production'] } };
  (await store.names?.replace(names))?._unsafeUnwrap();
  const projects = ['shop', 'office', 'calm'];
  env = await served.envWith('ci', { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects });
});

/** The arguments of the command, as typed after `forewarn forecast --url …`. */
const asking = (typed: string, url = `${served.url}/flags`) => [
  'forecast',
  '--url',
  url,
  ...typed.split(' '),
];

describe('forewarn forecast', () => {
  test.for([
    [0, '--project calm', 'the project "calm" will go as planned; those that failed'],
    [1, '--project shop --within 7d', 'will go as planned itself; #7 in shop breaks #8 in shop'],
    [2, '--project calm --environment prodction', 'planned: no environment has this name; the'],
    [2, '--project office', '1 may not go as planned'],
  ] as const)('exits with %i for %j', async ([code, typed, says], { place }) => {
    const ended = await place.run(asking(typed), { env });

    expect(ended.stderr).toContain(says);
    expect(ended.code).toBe(code);
  });

  test('writes JSON, annotations, Markdown or JUnit XML', async ({ place }) => {
    const run = (typed: string) => place.run(asking(`--project shop ${typed}`), { env });
    const json = await run('--json');
    const [github, markdown] = [await run('--github'), await run('--markdown')];
    const junit = await run('--junit forecast.xml');

    expect(JSON.parse(json.stdout)).toMatchObject({
      outcome: 'not-as-planned',
      coverage: 'live',
      reasons: [],
      forecasts: [{ id: 8, forecast: 'suspended', causes: [{ id: 7 }], causeCount: 1 }],
    });
    expect(github.stdout).toMatch(
      /^::error title=#8 in shop will be suspended::.*\n::error title=#7 in shop breaks #8 .*\n$/,
    );
    expect(markdown.stdout).toMatch(
      /^<!-- forewarn forecast -->\n`of what is scheduled [^]*\| will be/,
    );
    expect(junit.stdout).toMatch(/^8 +production /m);
    expect(await readFile(join(place.folder, 'forecast.xml'), 'utf8')).toContain(
      '<testcase classname="shop.production" name="#8 Checkout for all" time="0"><failure ',
    );
    expect([json, github, markdown, junit].map(({ code }) => code)).toEqual([1, 1, 1, 1]);
  });

  test.for([
    [1, 'shop'],
    [2, 'calm'],
  ] as const)(
    'exits with %i if the file can not be written, for the project %s',
    async ([code, project], { place }) => {
      const ended = await place.run(asking(`--project ${project} --junit none/a.xml`), { env });

      expect(ended.stderr).toContain(
        'forewarn: --junit none/a.xml: there is no such folder: make it first',
      );
      expect(ended.code).toBe(code);
    },
  );
});
