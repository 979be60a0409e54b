import { once } from 'node:events';
import { stderr, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import type { Client, Failure, StrategyImpactSchema } from '@forewarn/client';
import { EXIT, type ExitCode, printError } from '../exit-code.ts';
import type { Impact } from '../impact/ask-impact.ts';
import { ageOf } from '../impact/data-age.ts';
import { describeFailure } from '../impact/describe-failure.ts';
import { printable } from '../impact/describe-impact.ts';
import { tableOf } from '../impact/impact-report.ts';
import { summaryOf } from '../impact/summary.ts';
import { makeClient } from '../make-client.ts';

/** The options of `forewarn strategies delete`. */
export interface DeleteStrategyOptions {
  readonly url: string;
  readonly yes?: true;
  readonly acknowledge?: string;
}

/** `forewarn strategies delete`: deletes a definition that nothing scheduled uses, or whose impact is acknowledged. */
export async function deleteStrategy(
  name: string,
  { url, yes, acknowledge }: DeleteStrategyOptions,
): Promise<ExitCode> {
  if (acknowledge !== undefined && yes === undefined) {
    return failed('--acknowledge: expected --yes beside it');
  }
  const client = makeClient(url);
  if (client.isErr()) return failed(client.error);
  // A server without impact has no guard either: it would ignore the parameter, and delete.
  const found = await client.value.getStrategyImpact(name);
  if (found.outcome !== 'done') return failed(`nothing was deleted: ${textOf(found.failure)}`);
  const impact = found.value;
  if (yes === true) return remove(client.value, name, acknowledge);
  show(impact);
  if (!stdin.isTTY) return failed(`nothing was deleted: to delete it, ${flagsFor(impact)}`);
  if (!(await isConfirmed(name, impact))) {
    printError('nothing was deleted');
    return impact.outcome === 'none' ? EXIT.misused : EXIT.failed;
  }
  return remove(client.value, name, impact.outcome === 'none' ? undefined : impact.fingerprint);
}

async function remove(client: Client, name: string, acknowledge?: string): Promise<ExitCode> {
  const removed = await client.removeStrategy(name, {
    guard: 'refuse',
    ...(acknowledge === undefined ? {} : { acknowledge }),
  });
  switch (removed.outcome) {
    case 'done':
      printError(printable(`deleted the strategy definition "${name}"`));
      return EXIT.done;
    case 'in-use':
      show(removed.impact);
      printError(
        acknowledge === undefined
          ? `nothing was deleted: to delete it anyway, ${flagsFor(removed.impact)}`
          : `nothing was deleted: the impact has changed; to delete it anyway, ${flagsFor(removed.impact)}`,
      );
      return EXIT.failed;
    case 'refused':
      return failed(`nothing was deleted: ${textOf(removed.failure)}`);
    case 'unknown':
      return failed(`unknown whether it was deleted: ${adviceOf(removed.failure)}`);
  }
}

function show(strategyImpact: StrategyImpactSchema): void {
  const { asOf, hidden } = strategyImpact;
  const impact: Impact = {
    source: 'impact',
    impacts: [strategyImpact],
    ...(asOf === undefined ? {} : { asOf }),
  };
  stdout.write(tableOf(impact, false));
  printError(summaryOf(impact, {}, ageOf(impact, Date.now())));
  if (hidden > 0) printError(`in projects that this key may not read: ${hidden} more`);
}

const flagsFor = ({ outcome, fingerprint }: StrategyImpactSchema): string =>
  outcome === 'none' ? 'pass --yes' : `pass --yes --acknowledge ${fingerprint}`;

/** Asks on the terminal. Where something would break, a "y" given by habit is not enough. */
async function isConfirmed(name: string, { outcome }: StrategyImpactSchema): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const asked =
      outcome === 'none'
        ? `Delete the strategy definition "${name}"? [y/N] `
        : 'Type its name to delete it anyway: ';
    const closed = once(terminal, 'close').then(() => '');
    const typed = (await Promise.race([terminal.question(printable(asked)), closed])).trim();
    return outcome === 'none' ? /^y(?:es)?$/i.test(typed) : typed === name;
  } finally {
    terminal.close();
  }
}

/** The message about a delete that Unleash did not confirm already says what to do. */
const adviceOf = (failure: Failure): string =>
  failure.type === 'ErrorResponse' && failure.name === 'UpstreamUnavailableError'
    ? textOf(failure)
    : `${textOf(failure)}; check whether it still exists before you repeat the delete`;

const textOf = (failure: Failure): string =>
  printable(describeFailure(failure)).replace('check --url and --project', 'check --url');

function failed(message: string): ExitCode {
  printError(message);
  return EXIT.misused;
}
