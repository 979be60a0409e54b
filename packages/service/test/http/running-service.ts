import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listeningUrl } from '../../../../tools/listening-url.ts';

const BIN = fileURLToPath(new URL('../../bin/forewarn.js', import.meta.url));

// Not the folder of the test's process, which a command in it changes meanwhile.
const FOLDER = dirname(BIN);

/** Makes a process end with the one that started it, however that ends: a test that timed out leaves none behind. */
export const ENDS_WITH_PARENT = new URL('../../../../tools/end-with-parent.js', import.meta.url)
  .href;

/** A process of `forewarn serve`. */
export type RunningService = Awaited<ReturnType<typeof startService>>;

export interface StartOptions {
  /** A command that starts the service's command, which is appended. */
  readonly through?: readonly string[];
  /** The service's command. By default, that of this version. */
  readonly bin?: string;
  /** Receives the process before it listens. */
  readonly onSpawn?: (service: ChildProcess) => void;
}

/** Starts the service on a free port. Rejects with its output if it exits before it listens. */
export async function startService(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  { through = [], bin = BIN, onSpawn = () => {} }: StartOptions = {},
) {
  const [command = '', ...rest] = [
    ...through,
    process.execPath,
    '--import',
    ENDS_WITH_PARENT,
    bin,
    'serve',
    ...args,
  ];
  const service = spawn(command, rest, {
    cwd: FOLDER,
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onSpawn(service);
  let said = '';
  service.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  let logged = '';
  service.stdout.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
  });
  const ended = once(service, 'close');
  const url = await listeningUrl(service.stdout).catch(async () => {
    const [code] = (await ended) as [number | null];
    throw new Error(`exited with ${code}: ${said}`);
  });
  return {
    url,
    process: service,
    /** The standard output so far: the log. */
    stdout: () => logged,
    /** The standard error so far. */
    stderr: () => said,
    /** Sends a signal and waits until the process has ended. */
    end: async (signal: NodeJS.Signals) => {
      service.kill(signal);
      const [code] = (await ended) as [number | null];
      return { code };
    },
  };
}
