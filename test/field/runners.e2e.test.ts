import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { commitCopy, playAction, playJob, type Shell } from '../../docs/examples/play-runner.ts';
import { type PullRequest, startPullRequest } from '../../docs/examples/pull-request.ts';
import { type Program, ROOT, startProgram } from '../../docs/examples/start-program.ts';
import { freePort } from '../../tools/postgres-server.ts';

/** The shell of runners on macOS has no builtins of bash 4; that of a small image has none of bash. */
const SHELLS: readonly (readonly [name: string, shell: Shell])[] = [
  [
    'bash without the builtins that came after 3.2',
    [
      'bash',
      '--noprofile',
      '--norc',
      '-eo',
      'pipefail',
      '-c',
      'enable -n mapfile readarray; eval "$0"',
    ],
  ],
  ['bash as a POSIX shell', ['bash', '--noprofile', '--norc', '--posix', '-eo', 'pipefail', '-c']],
  ['sh', ['sh', '-e', '-c']],
];

/** What bash 3.2 does not have, and bash 4 and 5 can't switch off. */
const NEWER =
  /\b(?:mapfile|readarray|coproc|declare -[Agn]|local -[An]|wait -n|shopt -s (?:globstar|lastpipe)|EPOCHSECONDS|BASHPID)\b|\|&|&>>|;;?&|\$\{\w+(?:\[[^\]]*\])?(?:,|\^|@|: ?-)|\{\d+\.\.\d+\.\.\d+\}|printf '?%\(|\[\[ -v|\$'\\u/;

const ACTION = readFileSync(join(ROOT, 'action.yml'), 'utf8');
const TEMPLATE = readFileSync(join(ROOT, 'templates/forewarn.yml'), 'utf8');
const FORECAST = '--project\nshop\n\n--within\n7d';
const CLEAR = '--project\nshop\n--strategy-id\nno such $(false) `x` \\ "y\n  \n';

let folder: string;
let remote: string;
let clone: string;
let url: string;
let service: Program;
let github: PullRequest;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forewarn-runners-'));
  remote = join(folder, 'remote');
  clone = join(folder, 'action');
  commitCopy(remote);
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${remote}`, clone]);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const argv = [join(ROOT, 'packages/service/bin/forewarn.js'), 'serve', '--sample'];
  const settings = { PORT: String(port), DATABASE_URL: 'memory:' };
  service = await startProgram(argv, settings, 'listening', folder);
  github = await startPullRequest();
});

afterAll(async () => {
  github.close();
  await service.stop();
  rmSync(folder, { recursive: true });
});

test('no script of the action or the template has what bash 3.2 does not have', () => {
  const { runs } = parse(ACTION) as {
    readonly runs: { readonly steps: readonly { readonly run?: string }[] };
  };
  const [, body] = parseAllDocuments(TEMPLATE).map((each) => each.toJS() as unknown);
  const [job] = Object.values(
    body as Readonly<Record<string, { readonly script: readonly string[] }>>,
  );
  const scripts = [...runs.steps.map(({ run = '' }) => run), ...(job?.script ?? [])];

  expect(scripts.length).toBeGreaterThan(8);
  expect(scripts.filter((script) => NEWER.test(script))).toEqual([]);
  expect(ACTION).not.toMatch(/\$\{\{[^}]*\baction_path\b/);
});

describe.each(SHELLS)('with %s,', (name, shell) => {
  test('the action installs the command, forecasts and comments', async () => {
    const played = await playAction({
      clone,
      folder,
      apiUrl: github.url,
      inputs: { url, 'api-key': 'forewarn-sample-key', arguments: FORECAST },
      pullRequest: 7,
      shell,
    });

    expect(played).toMatchObject({ code: 1, outcome: 'not-as-planned' });
    expect(github.comments[0]?.body.replace(/ <!-- \w+ -->/, '')).toBe(played.summary);
  });

  test('the action gives each line to the command as it is', async () => {
    const played = await playAction({
      clone,
      folder,
      apiUrl: github.url,
      inputs: { url, 'api-key': 'forewarn-sample-key', command: 'check', arguments: CLEAR },
      without: ['Install the command'],
      shell,
    });

    expect(played).toMatchObject({ code: 0, outcome: 'clear' });
    expect(played.summary).toContain('no such $(false) ');
  });

  test('the GitLab job reports what it found', async () => {
    const work = mkdtempSync(join(folder, 'job-'));
    const inputs = { url, arguments: FORECAST };
    const ended = await playJob({ template: TEMPLATE, inputs, remote, work, shell });

    expect(ended.code, `${name}, ${process.version}: ${ended.output}`).toBe(1);
    expect(readFileSync(join(work, 'forewarn.xml'), 'utf8')).toContain('name="forewarn forecast"');
  });
});
