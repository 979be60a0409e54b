import { memoryOperate } from '@forewarn/operate/memory';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMemoryStore } from '@forewarn/store-memory';
import { describe, expect } from 'vitest';
import { makeKey, serve } from '../http/served-app.ts';
import { test } from './place.ts';

describe('settings as files and shells write them', () => {
  const NONE = { code: 0, stdout: '' };

  test('are read without what surrounds them', async ({ place, onTestFinished }) => {
    const store = createMemoryStore({}, [memoryOperate]);
    const served = await serve(store, '/flags');
    onTestFinished(() => served.stop());
    await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann');
    await store.projects.declareLive('shop', 'ann');
    const key = await makeKey(store, 'ci', { permissions: ['PROJECT_CHANGE_REQUEST_READ'] });
    await place.write({ key: `\ufeff${key}\r\n` });
    const text = Buffer.from('\ufeff[{"feature":"basket"}]\r\n', 'utf16le');
    await writeFile(join(place.folder, 'targets.json'), text);
    const surrounded = {
      FOREWARN_URL: `\ufeff${served.url}/flags\r\n`,
      FOREWARN_API_KEY_FILE: join(place.folder, 'key\n'),
      MAX_RESPONSE_BYTES: '1000000\n',
    };
    const targets = `${join(place.folder, 'targets.json')}\r`;

    const args = ['check', '--project', 'shop', '--targets', targets];
    expect(await place.run(args, { env: surrounded })).toMatchObject(NONE);
  });

  test.for([
    [{ FOREWARN_ULR: 'https://a.example' }, 'FOREWARN_ULR: expected the name FOREWARN_URL'],
  ] as const)('are refused by name: %j', async ([wrong, line], { place }) => {
    const ended = await place.run(['check', '--project', 'shop', '--feature', 'a'], { env: wrong });

    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(`forewarn: ${line}`);
    expect(ended.stderr).not.toContain('s3');
  });
});
