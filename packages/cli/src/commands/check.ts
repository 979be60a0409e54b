import { stdout } from 'node:process';
import type { Client, ImpactTarget } from '@forewarn/client';
import { err, ok, type Result } from 'neverthrow';
import { CHECK_EXIT, type ExitCode, misuse, printError } from '../exit-code.ts';
import { annotationsOf, failureAnnotation } from '../impact/annotations.ts';
import { ageOf, askImpact, outcomeOfAll, unlessTooOld } from '../impact/ask-impact.ts';
import type { Impact, Unanswered } from '../impact/impact.ts';
import {
  type CommonOptions,
  givenTargets,
  type TargetOptions,
  withOptions,
} from '../impact/given-targets.ts';
import { breakageOf } from '../impact/breakage.ts';
import { unlessUnchecked } from '../impact/describe.ts';
import { failureJunit, junitOf } from '../impact/junit.ts';
import { markdownOf } from '../impact/markdown.ts';
import { jsonOf, tableOf, withLinks } from '../impact/impact-report.ts';
import { failureSummary, summaryOf } from '../impact/summary.ts';
import { jsonLine, printableLines } from '../print.ts';
import { readInput } from '../read-input.ts';
import { writeJunit } from '../report/write-junit.ts';
import { withClient } from '../with-client.ts';

/** The options of `forewarn check`. */
export interface CheckOptions extends TargetOptions, CommonOptions {
  readonly url: string;
  readonly project?: string;
  readonly allProjects?: true;
  readonly targets?: string;
  /** The file of a plan. */
  readonly terraform?: string;
  /** In milliseconds. */
  readonly maxAge?: number;
  /** Whether what is not known to exist is unknown. */
  readonly knownNames?: true;
  /** What makes the exit code 1: anything scheduled, or only what would break. */
  readonly failOn?: 'scheduled' | 'breaks';
  readonly unleashUrl?: string;
  readonly json?: true;
  readonly github?: true;
  readonly markdown?: true;
  /** The file for the JUnit XML. */
  readonly junit?: string;
}

/** `forewarn check`: the exit code says whether anything scheduled touches any of the targets, or would break. */
export async function check(options: CheckOptions): Promise<ExitCode> {
  const { url, maxAge = Infinity, unleashUrl, knownNames } = options;
  const question = await questionOf(options);
  if (question.isErr()) return misuse(question.error);
  const { project, ask } = question.value;
  return withClient(url, async (client) => {
    const asked = await ask(client);
    if ('failure' in asked) return reportUnanswered(asked, options);
    const linked = unleashUrl === undefined ? asked : withLinks(asked, unleashUrl);
    const named = knownNames === true ? unlessUnchecked(linked) : linked;
    const now = Date.now();
    return report(unlessTooOld(named, maxAge, now), { ...options, project }, now);
  });
}

/** What to ask, and in which project; in all without one. */
interface Asking {
  readonly project: string | undefined;
  readonly ask: (client: Client) => Promise<Impact | Unanswered>;
}

/** Returns what to ask. The error is one line that names the wrong option. */
async function questionOf(options: CheckOptions): Promise<Result<Asking, string>> {
  const { project, allProjects, unleashUrl, terraform } = options;
  if (unleashUrl !== undefined && !/^https?:\/\//.test(unleashUrl)) {
    return err('--unleash-url: expected http(s)://…');
  }
  if (terraform !== undefined) return askingAboutPlan(terraform, options);
  if (project === undefined && allProjects === undefined) {
    return err('expected --project <id> or --all-projects');
  }
  return (await checkedTargets(options)).map((targets) => ({
    project,
    ask: (client) => askImpact(client, { project, targets }),
  }));
}

async function askingAboutPlan(
  file: string,
  options: CheckOptions,
): Promise<Result<Asking, string>> {
  // Other checks can do without reading plans.
  const { askPlan, planQuestion } = await import('../terraform/ask-plan.ts');
  return (await planQuestion(file, options)).map((question) => ({
    project: question.project,
    ask: (client) => askPlan(client, question),
  }));
}

/** Returns the targets. The error is one line that names the wrong option. */
async function checkedTargets(
  options: CheckOptions,
): Promise<Result<readonly ImpactTarget[], string>> {
  const fromFile = options.targets === undefined ? ok([]) : await readTargets(options.targets);
  return fromFile.andThen((more) => {
    const targets = [...givenTargets(options), ...more];
    if (targets.length === 0) return err(NO_TARGETS);
    return withOptions(targets, options).andThen((all) =>
      options.failOn === 'breaks' && all.some(({ intent }) => intent === undefined)
        ? err(NO_INTENT)
        : ok(all),
    );
  });
}

const NO_TARGETS =
  'expected --feature, --strategy-id, --variants, --segment, --strategy-definition, --environment, --context-field, --user, --targets or --terraform';

const NO_INTENT = '--fail-on breaks: expected --intent, or an intent of each target in --targets';

async function readTargets(file: string): Promise<Result<readonly ImpactTarget[], string>> {
  // It loads the schemas of HTTP, which other checks can do without.
  const { targetsInFile } = await import('../impact/targets-in-file.ts');
  return readInput(file)
    .andThen(targetsInFile)
    .mapErr((problem) => `--targets ${file}: ${problem}`);
}

type ReportOptions = Omit<CheckOptions, 'project'> & Pick<Asking, 'project'>;

async function report(impact: Impact, options: ReportOptions, now: number): Promise<ExitCode> {
  const age = ageOf(impact, now);
  const breakage = options.failOn === 'breaks' ? breakageOf(impact) : undefined;
  const verdict = breakage === undefined ? '' : `; ${VERDICTS[breakage]}`;
  const summary = `${summaryOf(impact, options, age)}${verdict}`;
  stdout.write(textOf(impact, options, summary, age));
  if (impact.source === 'search') printError(SEARCH_ONLY);
  printError(summary);
  const isWritten = await writeJunit(options.junit, junitOf(impact, options.failOn === 'breaks'));
  const outcome = breakage ?? outcomeOfAll(impact);
  return CHECK_EXIT[isWritten || outcome === 'some' ? outcome : 'unknown'];
}

function textOf(
  impact: Impact,
  { project, json, github, markdown, failOn }: ReportOptions,
  summary: string,
  age: string | undefined,
): string {
  const isLenient = failOn === 'breaks';
  if (json === true) return jsonOf(impact, isLenient ? breakageOf(impact) : undefined);
  if (github === true) return annotationsOf(impact, age, isLenient);
  if (markdown === true) return markdownOf(impact, summary);
  return printableLines(tableOf(impact, project !== undefined));
}

const VERDICTS: Readonly<Record<Impact['impacts'][number]['outcome'], string>> = {
  none: 'nothing would break',
  some: 'something would break',
  unknown: 'whether something would break is unknown',
};

const SEARCH_ONLY =
  'the server has no impact, so its search was asked: it knows features, strategies and variants, but not why or when';

async function reportUnanswered(
  { failure }: Unanswered,
  { json, github, markdown, junit }: CheckOptions,
): Promise<ExitCode> {
  const summary = failureSummary(failure);
  if (json === true) stdout.write(jsonLine({ outcome: 'unknown', failure }));
  else if (github === true) stdout.write(failureAnnotation(failure));
  else if (markdown === true) stdout.write(markdownOf({ impacts: [] }, summary));
  printError(summary);
  await writeJunit(junit, failureJunit(summary));
  return CHECK_EXIT.unknown;
}
