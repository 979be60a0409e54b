import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../tools/postgres-server.ts';
import { runScript } from './play-runner.ts';
import { type Program, ROOT, startProgram } from './start-program.ts';

const GIFT = 'Gift wrapping for members';

let folder: string;
let url: string;
let service: Program;

const env = (): Record<string, string> => ({
  FOREWARN_URL: url,
  FOREWARN_API_KEY: 'forewarn-sample-key',
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forewarn-bundle-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const argv = [join(ROOT, 'packages/service/bin/forewarn.js'), 'serve', '--sample'];
  const settings = { PORT: String(port), DATABASE_URL: 'memory:' };
  service = await startProgram(argv, settings, 'listening', folder);
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

describe('the one-file command', () => {
  let made: string;

  beforeAll(() => {
    made = join(folder, 'bundle');
    execFileSync(process.execPath, [join(ROOT, 'tools/bundle.ts'), made]);
    copyFileSync(join(made, 'forewarn.mjs'), join(folder, 'forewarn.mjs'));
  });

  test('comes with its checksum', () => {
    const hash = createHash('sha256').update(readFileSync(join(made, 'forewarn.mjs')));

    expect(readFileSync(join(made, 'forewarn.mjs.sha256'), 'utf8')).toBe(
      `${hash.digest('hex')}  forewarn.mjs\n`,
    );
  });

  test.each([
    ['--version', 0, /^\d+\.\d+\.\d+\n$/],
    ['check --project shop --feature photo-search --intent archive', 1, /will be suspended: /],
    ['check --project shop --feature no-longer-used', 0, /0 scheduled change requests touch/],
    ['forecast --project shop --within 7d', 1, new RegExp(GIFT)],
    ['strategies delete no-such', 2, /There is no strategy definition "no-such"/],
    ['mcp < /dev/null', 0, /^$/],
    ['serve', 2, /unknown command 'serve'/],
  ])('runs alone: %s', async (line, code, says) => {
    const ended = await runScript(`"${process.execPath}" forewarn.mjs ${line}`, folder, env());

    expect(ended.output).toMatch(says);
    expect(ended.code).toBe(code);
  });

  test('serves its tools to an assistant', async () => {
    const requests = [
      {
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'a', version: '1' },
        },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
    ].map((each) => JSON.stringify({ jsonrpc: '2.0', ...each }));
    const script = `printf '%s\\n' ${requests.map((each) => `'${each}'`).join(' ')} | "${process.execPath}" forewarn.mjs mcp`;
    const { output } = await runScript(script, folder, env());

    expect(output).toContain('"tools":[{"name":"');
  });
});
