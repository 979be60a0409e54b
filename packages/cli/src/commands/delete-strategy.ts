import { once } from 'node:events';
import { stderr, stdin } from 'node:process';
import { createInterface } from 'node:readline/promises';
import type { Client, Failure, StrategyImpactSchema } from '@forewarn/client';
import { EXIT, type ExitCode, misuse, printError } from '../exit-code.ts';
import { ageOf } from '../impact/ask-impact.ts';
import type { Impact } from '../impact/impact.ts';
import { describeFailure } from '../impact/describe.ts';
import { tableOf } from '../impact/impact-report.ts';
import { summaryOf } from '../impact/summary.ts';
import { print, printable } from '../print.ts';
import { withClient } from '../with-client.ts';
import { latestTime } from '../latest-time.ts';

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
    return misuse('--acknowledge: expected --yes beside it');
  }
  return withClient(url, async (client) => {
    // A server without impact has no guard either: it would ignore the parameter, and delete.
    const found = await client.getStrategyImpact(name);
    if (found.outcome !== 'done') return misuse(`nothing was deleted: ${textOf(found.failure)}`);
    return yes === true ? remove(client, name, acknowledge) : ask(client, name, found.value);
  });
}

async function ask(client: Client, name: string, impact: StrategyImpactSchema): Promise<ExitCode> {
  show(impact);
  if (!stdin.isTTY) return misuse(`nothing was deleted: to delete it, ${flagsFor(impact)}`);
  if (!(await isConfirmed(name, impact))) {
    printError('nothing was deleted');
    return impact.outcome === 'none' ? EXIT.misused : EXIT.failed;
  }
  return remove(client, name, impact.outcome === 'none' ? undefined : impact.fingerprint);
}

async function remove(client: Client, name: string, acknowledge?: string): Promise<ExitCode> {
  const removed = await client.removeStrategy(name, {
    guard: 'refuse',
    ...(acknowledge === undefined ? {} : { acknowledge }),
  });
  switch (removed.outcome) {
    case 'done':
      printError(`deleted the strategy definition "${name}"`);
      return EXIT.done;
    case 'in-use':
      show(removed.impact);
      printError(
        `nothing was deleted: ${acknowledge === undefined ? '' : 'the impact has changed; '}to delete it anyway, ${flagsFor(removed.impact)}`,
      );
      return EXIT.failed;
    case 'refused':
      return misuse(`nothing was deleted: ${textOf(removed.failure)}`);
    case 'unknown':
      return misuse(`unknown whether it was deleted: ${adviceOf(removed.failure)}`);
  }
}

function show(strategyImpact: StrategyImpactSchema): void {
  const { coverage, asOf, hidden } = strategyImpact;
  const impact: Impact = {
    source: 'impact',
    coverage,
    impacts: [strategyImpact],
    ...(asOf === undefined ? {} : { asOf }),
  };
  print(tableOf(impact, false));
  printError(summaryOf(impact, {}, ageOf(impact, latestTime())));
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
  describeFailure(failure, { notFound: 'check --url and the name' });
