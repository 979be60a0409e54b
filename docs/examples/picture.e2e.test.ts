import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { freePort } from '../../tools/postgres-server.ts';
import { drawTerminal } from './draw-terminal.ts';
import { ROOT, startProgram } from './start-program.ts';

const FOREWARN = join(ROOT, 'packages/service/bin/forewarn.js');
const ASKED = 'check --project shop --feature new-checkout --intent archive';

/** Asks the sample what archiving `new-checkout` would break. */
async function checkSample(): Promise<{ readonly output: string; readonly code: number }> {
  const port = await freePort();
  const env = { PORT: String(port), DATABASE_URL: 'memory:' };
  const service = await startProgram([FOREWARN, 'serve', '--sample'], env, 'listening');
  try {
    const url = `http://127.0.0.1:${port}`;
    const check = spawn(process.execPath, [FOREWARN, ...ASKED.split(' ')], {
      env: { FOREWARN_URL: url, FOREWARN_API_KEY: 'forewarn-sample-key', NO_COLOR: '1' },
      stdio: 'pipe',
    });
    let output = '';
    const take = (text: string): void => void (output += text);
    check.stdout.setEncoding('utf8').on('data', take);
    check.stderr.setEncoding('utf8').on('data', take);
    const [code] = (await once(check, 'close')) as [number];
    // The sample is as old as its service.
    return { output: output.replace(/is \d+ seconds? old/, 'is 5 seconds old'), code };
  } finally {
    await service.stop();
  }
}

test('the picture in the README shows what forewarn check prints; npm run picture redraws it', async () => {
  const { output, code } = await checkSample();
  const command = (text: string) => ({ text: `$ ${text}`, isCommand: true });
  const printed = (text: string) => ({ text, isCommand: false });

  const picture = drawTerminal([
    command(`forewarn ${ASKED}`),
    ...output.trimEnd().split('\n').map(printed),
    command('echo $?'),
    printed(String(code)),
  ]);

  await expect(picture).toMatchFileSnapshot('../check.svg');
});
