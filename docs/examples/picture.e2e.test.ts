import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { freePort } from '../../tools/postgres-server.ts';
import { drawTerminal } from './draw-terminal.ts';
import { ROOT, startProgram } from './start-program.ts';

const FOREWARN = join(ROOT, 'packages/service/bin/forewarn.js');
const SHOWN_URL = 'http://localhost:4242';
// `forewarn check` prints a table to a terminal only.
const AS_TERMINAL = 'data:text/javascript,process.stdout.isTTY = true';

/** Asks the sample what touches `new-checkout`, as the README does. */
async function checkSample(): Promise<{ readonly output: string; readonly code: number }> {
  const port = await freePort();
  const env = { PORT: String(port), DATABASE_URL: 'memory:' };
  const service = await startProgram([FOREWARN, 'serve', '--sample'], env, 'listening');
  try {
    const url = `http://127.0.0.1:${port}`;
    const asked = ['check', '--url', url, '--project', 'shop', '--feature', 'new-checkout'];
    const check = spawn(process.execPath, ['--import', AS_TERMINAL, FOREWARN, ...asked], {
      env: { FOREWARN_API_KEY: 'forewarn-sample-key', NO_COLOR: '1' },
      stdio: 'pipe',
    });
    let output = '';
    const take = (text: string): void => void (output += text.replaceAll(url, SHOWN_URL));
    check.stdout.setEncoding('utf8').on('data', take);
    check.stderr.setEncoding('utf8').on('data', take);
    const [code] = (await once(check, 'close')) as [number];
    return { output, code };
  } finally {
    await service.stop();
  }
}

test('the picture in the README shows what forewarn check prints; npm run picture redraws it', async () => {
  const { output, code } = await checkSample();
  const command = (text: string) => ({ text: `$ ${text}`, isCommand: true });
  const printed = (text: string) => ({ text, isCommand: false });

  const picture = drawTerminal([
    command(`forewarn check --url ${SHOWN_URL} --project shop --feature new-checkout`),
    ...output.trimEnd().split('\n').map(printed),
    command('echo $?'),
    printed(String(code)),
  ]);

  await expect(picture).toMatchFileSnapshot('../check.svg');
});
