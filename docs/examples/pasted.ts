import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from './start-program.ts';

/** A block of commands on a page, with the output that the page shows, if it shows any. */
export interface Block {
  readonly commands: string;
  readonly output: string | undefined;
}

const BLOCK = /^```(?<language>\w*)\n(?<text>.*?)^```$/gms;

/** Returns what a reader types, in order: whole `sh` blocks, with the `text` after them, and single lines of sessions. */
export function blocksOf(page: string): readonly Block[] {
  const blocks = [...page.matchAll(BLOCK)].map(({ groups }) => groups ?? {});
  return blocks.flatMap(({ language, text = '' }, at): readonly Block[] => {
    if (language === 'sh') {
      const { language: next, text: output } = blocks[at + 1] ?? {};
      return [{ commands: text, output: next === 'text' ? output : undefined }];
    }
    if (language !== 'console') return [];
    return text
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const [commands = '', ...output] = step.split('\n');
        return { commands: `${commands}\n`, output: output.join('\n') };
      });
  });
}

/** The sessions of a page, without what a reader types elsewhere. */
export const sessionsIn = (page: string): readonly Block[] =>
  blocksOf((page.match(/^```console\n.*?^```$/gms) ?? []).join('\n'));

/** The curl commands of a page: each block that begins with `curl`, and the block after it. */
export function curlsIn(page: string): readonly Block[] {
  const blocks = [...page.matchAll(BLOCK)].map(({ groups }) => groups?.['text'] ?? '');
  return blocks.flatMap((commands, at) =>
    commands.startsWith('curl ') ? [{ commands, output: blocks[at + 1] ?? '' }] : [],
  );
}

const FOREWARN = join(ROOT, 'packages/service/bin/forewarn.js');

/** Makes commands run the repository's `forewarn`, where none is installed. */
export const withForewarn = (commands: string): string =>
  commands.replaceAll('npx forewarn', `'${process.execPath}' '${FOREWARN}'`);

/** A terminal: a shell that keeps its variables from block to block. */
export function openTerminal(cwd: string, env: Readonly<Record<string, string | undefined>>) {
  // In a terminal, curl prints no progress of a short response. `.curlrc` in the folder turns it off here, too.
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'], CURL_HOME: cwd };
  // Its own process group, so that what it starts ends with it.
  const merged = ['-c', 'exec sh 2>&1'];
  const shell = spawn('sh', merged, { cwd, env: { ...inherited, ...env }, detached: true });
  const ended = new Promise((resolve) => shell.once('close', resolve));
  let output = '';
  let changed = (): void => {};
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    changed();
  });
  const until = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      void ended.then(() => reject(new Error(`the shell ended without "${text}": ${output}`)));
      changed = () => {
        if (output.includes(text)) resolve();
      };
      changed();
    });
  let pasted = 0;
  return {
    /** Pastes a block, and resolves with what it prints once it has ended. */
    paste: async (commands: string): Promise<string> => {
      const end = `the end of block ${(pasted += 1)}`;
      const from = output.length;
      // The status of the block stays that of its last command.
      shell.stdin.write(`${commands}{ status=$?; echo; echo "${end}"; (exit $status); } 2>&1\n`);
      await until(`${end}\n`);
      return output.slice(from, output.indexOf(`\n${end}`, from));
    },
    /** Pastes a block that goes on, and resolves once it has printed a text. */
    pasteUntil: async (commands: string, text: string): Promise<string> => {
      const from = output.length;
      shell.stdin.write(commands);
      await until(text);
      return output.slice(from);
    },
    /** Resolves once it has printed a text. */
    until,
    /** Closes the terminal, and ends what runs in it. */
    close: async (): Promise<void> => {
      if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGTERM');
      await ended;
    },
  };
}
