import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from './start-program.ts';

/** Copies what git would have of the repository into a folder, as the only commit of its branch `main`. */
export function commitCopy(folder: string): void {
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
  const listed = git(ROOT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  const deleted = new Set(git(ROOT, 'ls-files', '-z', '--deleted').split('\0'));
  mkdirSync(folder);
  for (const file of listed.split('\0').filter((each) => each !== '' && !deleted.has(each))) {
    cpSync(join(ROOT, file), join(folder, file));
  }
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--no-verify', '--message=copy');
}

/** A program's exit code, and what it printed. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** A shell with its options; the script is the last one. */
export type Shell = readonly [program: string, ...options: readonly string[]];

const BASH: Shell = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'];

/** Runs a script with bash, as the runners do. Its environment is only the one given, and the way to programs. */
export async function runScript(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  [program, ...options]: Shell = BASH,
): Promise<Ended> {
  const path = process.env['PATH'] ?? '';
  const shell = spawn(program, [...options, script], {
    cwd,
    env: { PATH: path, HOME: process.env['HOME'], npm_config_prefer_offline: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const take = (text: string): unknown => (output += text);
  shell.stdout.setEncoding('utf8').on('data', take);
  shell.stderr.setEncoding('utf8').on('data', take);
  const [code] = (await once(shell, 'close')) as [number];
  return { code, output };
}

interface ActionStep {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly ActionStep[] };
}

/** How to run the action: its clone, a folder for the runner's files, and what a workflow gives it. */
export interface Play {
  readonly clone: string;
  readonly folder: string;
  readonly apiUrl: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The number of the job in its matrix. */
  readonly jobIndex?: number;
  /** The id of the step. A runner makes one for each that has none. */
  readonly step?: string;
  /** Absent if no pull request triggered the workflow. */
  readonly pullRequest?: number | undefined;
  /** Names of steps that an earlier run of the same clone did. */
  readonly without?: readonly string[];
  readonly shell?: Shell;
  /** Variables of the runner. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What a run of the action leaves. */
export interface Played extends Ended {
  readonly outcome: string;
  readonly summary: string;
}

/** Runs the steps of `action.yml` as a runner does, up to the first that fails. Node is there already. */
export async function playAction(play: Play): Promise<Played> {
  const { inputs, runs } = parse(readFileSync(join(play.clone, 'action.yml'), 'utf8')) as Action;
  const context: Record<string, string> = {
    'github.action': play.step ?? '__forewarn_forewarn',
    // As in a container: a path of the host.
    'github.action_path': '/a/path/of/the/host/forewarn',
    'github.token': 'a-token',
    'strategy.job-index': String(play.jobIndex ?? 0),
    'github.event.pull_request.number': String(play.pullRequest ?? ''),
  };
  for (const [name, { default: value = '' }] of Object.entries(inputs)) {
    context[`inputs.${name}`] = play.inputs[name] ?? value;
  }
  const summary = join(play.folder, 'summary.md');
  writeFileSync(summary, '');
  let output = '';
  let code = 0;
  for (const step of runs.steps) {
    if (step.run === undefined || play.without?.includes(step.name ?? '') === true) continue;
    if (!holds(step.if, context)) continue;
    const results = join(play.folder, 'output');
    writeFileSync(results, '');
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, context)]);
    const ended = await runScript(
      filled(step.run, context),
      filled(step['working-directory'] ?? play.folder, context),
      {
        ...play.env,
        ...(Object.fromEntries(own) as Record<string, string>),
        GITHUB_API_URL: play.apiUrl,
        GITHUB_REPOSITORY: 'acme/shop',
        GITHUB_OUTPUT: results,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_ACTION_PATH: play.clone,
        RUNNER_TEMP: play.folder,
      },
      play.shell,
    );
    output += ended.output;
    ({ code } = ended);
    for (const line of readFileSync(results, 'utf8').split('\n')) {
      const [name = '', value = ''] = line.split(/=(.*)/);
      context[`steps.${step.id}.outputs.${name}`] = value;
    }
    if (code !== 0) break;
  }
  const outcome = context['steps.ask.outputs.outcome'] ?? '';
  return { code, output, outcome, summary: readFileSync(summary, 'utf8') };
}

type Context = Readonly<Record<string, string>>;

const filled = (text: string, context: Context): string =>
  text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_all, name: string) => context[name] ?? '');

/** Whether a condition holds: names, and comparisons with a text, joined by `&&`. */
const holds = (condition: string | undefined, context: Context): boolean =>
  (condition ?? '').split(' && ').every((term) => {
    const [name = '', text] = term.split(' == ');
    const value = context[name] ?? '';
    return term === '' || (text === undefined ? value !== '' : `'${value}'` === text);
  });

/** The inputs of a GitLab component, and where it finds the repository. */
interface JobPlay {
  readonly template: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The copy that the repository's URL leads to. */
  readonly remote: string;
  /** The folder of the job. */
  readonly work: string;
  readonly shell?: Shell;
}

interface Job {
  readonly variables: Readonly<Record<string, string | { readonly value: string }>>;
  readonly script: readonly string[];
}

interface Header {
  readonly spec: { readonly inputs: Readonly<Record<string, { readonly default?: string }>> };
}

/** Runs the job of a GitLab component, as a runner does. */
export function playJob({ template, inputs, remote, work, shell }: JobPlay): Promise<Ended> {
  // An artifact of an earlier job.
  writeFileSync(join(work, 'plan.json'), '{"quietDays":7,"candidates":[]}');
  const [header, body] = parseAllDocuments(template).map((each) => each.toJS() as unknown);
  const { spec } = header as Header;
  const fill = (value: string): string =>
    value.replaceAll(
      /\$\[\[ inputs\.([\w-]+) \]\]/g,
      (_all, name: string) => inputs[name] ?? spec.inputs[name]?.default ?? '',
    );
  const [job] = Object.values(body as Readonly<Record<string, Job>>);
  const variables = Object.entries(job?.variables ?? {}).map(([name, given]) => [
    name,
    fill(typeof given === 'string' ? given : given.value),
  ]);
  return runScript(
    fill(job?.script.join('\n') ?? ''),
    work,
    {
      ...(Object.fromEntries(variables) as Record<string, string>),
      FOREWARN_API_KEY: 'forewarn-sample-key',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.file://${remote}.insteadOf`,
      GIT_CONFIG_VALUE_0: 'https://github.com/forewarn/forewarn.git',
    },
    shell,
  );
}
