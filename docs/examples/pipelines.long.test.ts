import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../tools/postgres-server.ts';
import { commitCopy, type Play, playAction, playJob, runScript } from './play-runner.ts';
import { type PullRequest, startPullRequest } from './pull-request.ts';
import { type Program, ROOT, startProgram } from './start-program.ts';

const INSTALL = 'Install the command';
const GIFT = 'Gift wrapping for members';
const OF_STEP = / <!-- [\da-f]{64} -->/;

let folder: string;
let remote: string;
let url: string;
let service: Program;
let github: PullRequest;

const env = (): Record<string, string> => ({
  FOREWARN_URL: url,
  FOREWARN_API_KEY: 'forewarn-sample-key',
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forewarn-pipelines-'));
  remote = join(folder, 'remote');
  commitCopy(remote);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const argv = [join(ROOT, 'packages/service/bin/forewarn.js'), 'serve', '--sample'];
  const settings = { PORT: String(port), DATABASE_URL: 'memory:' };
  service = await startProgram(argv, settings, 'listening', folder);
});

beforeEach(async () => {
  github = await startPullRequest();
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** The clone in which the action has installed the command. */
const installed = (): string => join(folder, 'action');

const clone = (name: string): string => {
  const path = join(folder, name);
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${remote}`, path]);
  return path;
};

describe('the action, on a fresh clone', () => {
  let action: string;

  beforeAll(() => {
    action = clone('action');
  });

  const play = (inputs: Readonly<Record<string, string>>, more: Partial<Play> = {}) =>
    playAction({
      clone: action,
      folder,
      apiUrl: github.url,
      inputs: { url, 'api-key': 'forewarn-sample-key', ...inputs },
      pullRequest: 7,
      ...more,
    });
  const FORECAST = { arguments: '--project\nshop\n\n--within\n7d' };
  const CLEAR = { command: 'check', arguments: '--project\nshop\n--strategy-id\nno such $(false)' };

  test('installs the command, comments, and updates its comment', async () => {
    const first = await play(FORECAST);
    const [comment] = github.comments;
    const again = await play(FORECAST, { without: [INSTALL] });

    expect(first).toMatchObject({ code: 1, outcome: 'not-as-planned' });
    expect(first.summary).toMatch(/^<!-- forewarn forecast -->\n/);
    expect(comment?.body.replace(OF_STEP, '')).toBe(first.summary);
    expect(comment?.body).toContain(GIFT);
    expect(again.outcome).toBe('not-as-planned');
    expect(github.comments).toHaveLength(1);
  });

  test.each<[string, Partial<Play>]>([
    ['job of a matrix', { jobIndex: 1 }],
    ['step', { step: '__forewarn_forewarn_2' }],
  ])('does not replace the comment of another %s', async (_what, other) => {
    const one = { command: 'check', arguments: '--project\nshop\n--feature\nphoto-search' };
    await play(one, { without: [INSTALL] });
    await play(CLEAR, { ...other, without: [INSTALL] });

    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('1 scheduled change request touches');
  });

  test('finds its comment among many, and leaves those of people alone', async () => {
    await play(FORECAST, { without: [INSTALL] });
    const [{ body } = { body: '' }] = github.comments.splice(0);
    for (let id = 1; id < 130; id += 1) {
      github.comments.push({ id, body: id === 1 ? body : 'other', user: { type: 'User' } });
    }
    github.comments.push({ id: 130, body: body.replace(GIFT, ''), user: { type: 'Bot' } });
    await play(FORECAST, { without: [INSTALL] });

    expect(github.comments).toHaveLength(130);
    expect(github.comments[0]?.body).toBe(body);
    expect(github.comments[129]?.body).toContain(GIFT);
  });

  test('adds no comment to a clear result, but updates an earlier one', async () => {
    const clear = await play(CLEAR, { without: [INSTALL] });

    expect(clear).toMatchObject({ code: 0, outcome: 'clear' });
    expect(clear.summary).toContain('0 scheduled change requests touch');
    expect(github.comments).toEqual([]);

    await play(
      { ...CLEAR, arguments: '--project\nshop\n--feature\nphoto-search' },
      { without: [INSTALL] },
    );
    const { summary } = await play(CLEAR, { without: [INSTALL] });

    expect(github.comments.map(({ body }) => body.replace(OF_STEP, ''))).toEqual([summary]);
  });

  test('fails by what it found, also where it may not comment', async () => {
    github.refusal = 403;
    const refused = await play(FORECAST, { without: [INSTALL] });

    expect(refused).toMatchObject({ code: 1, outcome: 'not-as-planned' });
    expect(refused.output).toContain('::warning title=Forewarn could not comment::POST ');
  });

  test('comments where GitHub is reached only through a proxy', async () => {
    // The API is its own proxy.
    const proxies = { HTTP_PROXY: github.url };
    const apiUrl = 'http://api.github.invalid';
    await play(FORECAST, { apiUrl, env: proxies, without: [INSTALL] });

    expect(github.comments).toHaveLength(1);
  });

  test('comments nowhere without a pull request', async () => {
    const { code } = await play(FORECAST, { pullRequest: undefined, without: [INSTALL] });

    expect(code).toBe(1);
    expect(github.comments).toEqual([]);
  });

  test.each([
    ['without a response', { url: 'http://127.0.0.1:1' }, 'unknown', 'unknown whether'],
    ['with a wrong argument', { arguments: '--projects\nshop' }, '', 'unknown option'],
    ['with another command', { command: 'serve' }, '', 'expected check or forecast'],
    ['with another setting', { 'known-names': 'yes' }, '', 'known-names: expected true or false'],
    ['for a name that is not known', { ...CLEAR, 'known-names': 'true' }, 'unknown', 'not known'],
    [
      'for a forecast of an environment that is not known',
      { ...FORECAST, arguments: '--environment\nno-such', 'known-names': 'true' },
      'unknown',
      'no environment has this name',
    ],
    ['if there is only help', { arguments: '--help' }, '', 'Forewarn could not run'],
    ['if there is only help of a check', { ...CLEAR, arguments: '-h' }, '', 'could not run'],
  ])('exits with 2 %s', async (_what, inputs, outcome, says) => {
    const ended = await play({ ...FORECAST, ...inputs }, { without: [INSTALL] });

    expect(ended).toMatchObject({ code: 2, outcome });
    expect(ended.output).toContain(says);
  });

  test('says that the command could not run, not that something is scheduled', async () => {
    const ended = await play(FORECAST, { clone: clone('not-installed'), without: [INSTALL] });

    expect(ended).toMatchObject({ code: 2, outcome: '' });
    expect(ended.output).toContain('::error::Forewarn could not run');
    expect(github.comments).toEqual([]);
  });

  test('leaves no earlier comment of a command that could not run', async () => {
    await play(FORECAST, { without: [INSTALL] });
    await play({ ...FORECAST, arguments: '--help' }, { without: [INSTALL] });

    expect(github.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining('could not run'),
    ]);
  });
});

describe('the how-to', () => {
  const page = readFileSync(join(ROOT, 'docs/how-to/check-in-a-pipeline.md'), 'utf8');

  test('makes a comment with its action', async () => {
    const [, example = ''] = /uses: forewarn[^]*?\n( {8}with:\n[^]*?)```/.exec(page) ?? [];
    const { with: inputs } = parse(example) as { readonly with: Readonly<Record<string, string>> };
    const ended = await playAction({
      clone: installed(),
      folder,
      apiUrl: github.url,
      inputs: { ...inputs, url, 'api-key': 'forewarn-sample-key' },
      pullRequest: 7,
      without: [INSTALL],
    });

    expect(ended).toMatchObject({ code: 1, outcome: 'scheduled' });
    expect(github.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining('| `the feature "photo-search"` |'),
    ]);
  });

  test.each([
    ['Something is scheduled', 1, 'photo-search', () => installed()],
    ['Nothing is scheduled', 0, 'no-longer-used', () => installed()],
    ['Could not run', 2, 'photo-search', () => clone('wrapped')],
  ])('says "%s", and exits with %d', async (says, code, FEATURE, program) => {
    const [, wrapper = ''] = /```sh\n(code=0\n[^]*?)```/.exec(page) ?? [];
    const work = mkdtempSync(join(folder, 'wrapper-'));
    symlinkSync(program(), join(work, 'forewarn'));
    const ended = await runScript(wrapper, work, { ...env(), FEATURE });

    expect(ended.output).toContain(`${says}\n`);
    expect(ended.code).toBe(code);
  });
});

describe('the GitLab component', () => {
  /** Runs the job in a folder, with the repository's URL leading to the copy. */
  async function play(inputs: Readonly<Record<string, string>>, server = remote) {
    const template = readFileSync(join(ROOT, 'templates/forewarn.yml'), 'utf8');
    const work = mkdtempSync(join(folder, 'job-'));
    const ended = await playJob({ template, inputs, remote: server, work });
    return { ...ended, report: () => readFileSync(join(work, 'forewarn.xml'), 'utf8') };
  }

  test.each([
    ['forecast', '--project\nshop\n--within\n7d', 1, GIFT],
    ['check', '--plan\nplan.json', 0, 'each planned removal still holds'],
  ])('reports what the %s found as JUnit XML', async (command, given, code, says) => {
    const ended = await play({ url, command, arguments: given });

    expect(ended.code).toBe(code);
    expect(ended.report()).toContain(says);
  });

  test('exits with 2 if the command could not be installed', async () => {
    const ended = await play({ url }, join(folder, 'absent'));

    expect(ended.code).toBe(2);
  });

  test.each([
    ['if there is only help', '--help', 'false', 'Forewarn could not run'],
    // GitLab leaves a "$" of arguments as it is.
    [
      'for a name that is not known',
      '--project\nshop\n--strategy-id\nno such $a',
      'true',
      'no such $a',
    ],
  ])('exits with 2 %s', async (_what, given, known, says) => {
    const inputs = { url, command: 'check', arguments: given, 'known-names': known };
    const ended = await play(inputs);

    expect(ended.output).toContain(says);
    expect(ended.code).toBe(2);
  });
});
