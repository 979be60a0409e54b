import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { inMemory } from '../http/open-stores.ts';
import { changeRequest, inDays, record } from '../http/sample-data.ts';
import { serveFor } from '../http/with-stores.ts';
import { test } from './place.ts';

const served = serveFor(inMemory, '/flags');
let env: Readonly<Record<string, string>>;

const at = (day: number) => ({
  project: 'shop',
  schedule: { status: 'pending', scheduledAt: inDays(day) } as const,
});
const SOONER = { move: 1, scheduledAt: inDays(2) };

beforeAll(async () => {
  await record(
    served.store,
    changeRequest(1, { sale: [{ action: 'archiveFeature' }] }, at(9)),
    changeRequest(2, { sale: [{ action: 'updateEnabled' }] }, at(5)),
  );
  env = await served.envWith('ci', {
    permissions: ['PROJECT_CHANGE_REQUEST_READ'],
    projects: ['shop'],
  });
});

const asking = (...typed: readonly string[]) => [
  'preview',
  'edits.json',
  '--url',
  `${served.url}/flags`,
  '--project',
  'shop',
  ...typed,
];

describe('forewarn preview', () => {
  test.for([
    [0, [{ withdraw: 1 }], 'nothing goes less well with the edits; the data is live'],
    [1, [SOONER], '1 change request goes less well with the edits; the data is live'],
    [
      2,
      [{ withdraw: 7 }],
      'There is no scheduled change request 7 in the project "shop". Check the id: it may have been applied or withdrawn; check --url, --project and the edits',
    ],
    [2, [{ withdrawn: 7 }], 'edits.json: edits[0]: expected {"put": …}, {"withdraw": id} or'],
  ] as const)('exits with %i for %j', async ([code, edits, says], { place }) => {
    await place.write({ 'edits.json': edits });
    const ended = await place.run(asking(), { env });
    expect(ended.stderr).toContain(says);
    expect(ended.code).toBe(code);
  });

  test('shows what goes less well, and writes the report of a pipeline', async ({ place }) => {
    await place.write({ 'edits.json': { edits: [SOONER] } });
    const ended = await place.run(asking('--junit', 'preview.xml'), { env });
    expect(ended.stdout).toMatch(/^worse +shop +#2 .*will be suspended; without the edits/m);
    const xml = await readFile(join(place.folder, 'preview.xml'), 'utf8');
    expect(xml).toContain('failures="1"');
  });

  test('writes JSON', async ({ place }) => {
    await place.write({ 'edits.json': [SOONER] });
    const { stdout } = await place.run(asking('--json'), { env });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'worse', worse: [{ id: 2 }] });
  });
});
