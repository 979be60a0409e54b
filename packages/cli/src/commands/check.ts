import type { Client, ImpactTarget } from '@forewarn/client';
import { err, ok, type Result } from 'neverthrow';
import { type ExitCode, misuse } from '../exit-code.ts';
import { annotationsOf, failureAnnotation } from '../impact/annotations.ts';
import { ageOf, askImpact, outcomeOfAll, unlessTooOld } from '../impact/ask-impact.ts';
import type { Impact, Unanswered } from '../impact/impact.ts';
import { type QuestionOptions, withOptions } from '../impact/question-options.ts';
import { breakageOf } from '../impact/breakage.ts';
import { unlessUnchecked } from '../impact/describe.ts';
import { failureJunit, junitOf } from '../impact/junit.ts';
import { markdownOf } from '../impact/markdown.ts';
import { tableOf, withLinks } from '../impact/impact-report.ts';
import { failureSummary, summaryOf } from '../impact/summary.ts';
import { givenTargets, TARGET_OPTIONS } from '../impact/target-options.ts';
import { readInput } from '../read-input.ts';
import { type ReportOptions, writeReport } from '../report/write-report.ts';
import { latestTime } from '../latest-time.ts';
import { withClient } from '../with-client.ts';

/** The options of `forewarn check`, besides those that name targets. */
export interface CheckOptions extends QuestionOptions, ReportOptions {
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
    const now = latestTime();
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
    const targets = [...givenTargets({ ...options }), ...more];
    if (targets.length === 0) return err(NO_TARGETS);
    return withOptions(targets, options).andThen((all) =>
      options.failOn === 'breaks' && all.some(({ intent }) => intent === undefined)
        ? err(NO_INTENT)
        : ok(all),
    );
  });
}

const NO_TARGETS = `expected ${TARGET_OPTIONS.map(({ long }) => long).join(', ')}, --targets or --terraform`;

const NO_INTENT = '--fail-on breaks: expected --intent, or an intent of each target in --targets';

async function readTargets(file: string): Promise<Result<readonly ImpactTarget[], string>> {
  // It loads the schemas of HTTP, which other checks can do without.
  const { targetsInFile } = await import('../impact/targets-in-file.ts');
  return readInput(file)
    .andThen(targetsInFile)
    .mapErr((problem) => `--targets ${file}: ${problem}`);
}

type AskedOptions = Omit<CheckOptions, 'project'> & Pick<Asking, 'project'>;

function report(impact: Impact, options: AskedOptions, now: number): Promise<ExitCode> {
  const age = ageOf(impact, now);
  const outcome = outcomeOfAll(impact);
  const isLenient = options.failOn === 'breaks';
  const breaks = isLenient ? breakageOf(impact) : undefined;
  const verdict = breaks === undefined ? '' : `; ${VERDICTS[breaks]}`;
  const summary = `${summaryOf(impact, options, age)}${verdict}`;
  const found = {
    outcome: breaks ?? outcome,
    json: { outcome, breaks, ...impact },
    github: () => annotationsOf(impact, age, isLenient),
    markdown: () => markdownOf(impact, summary),
    table: () => tableOf(impact, options.project !== undefined),
    junit: () => junitOf(impact, isLenient),
    lines: impact.source === 'search' ? [SEARCH_ONLY, summary] : [summary],
  };
  return writeReport(found, options);
}

const VERDICTS: Readonly<Record<Impact['impacts'][number]['outcome'], string>> = {
  none: 'nothing would break',
  some: 'something would break',
  unknown: 'whether something would break is unknown',
};

const SEARCH_ONLY =
  'the server has no impact, so its search was asked: it knows features, strategies and variants, but not why or when';

function reportUnanswered({ failure }: Unanswered, options: CheckOptions): Promise<ExitCode> {
  const summary = failureSummary(failure);
  const found = {
    outcome: 'unknown',
    json: { outcome: 'unknown', failure },
    github: () => failureAnnotation(failure),
    markdown: () => markdownOf({ impacts: [] }, summary),
    table: () => '',
    junit: () => failureJunit(summary),
    lines: [summary],
  } as const;
  return writeReport(found, options);
}
