import type { Attacked } from './attacker.ts';
import type { Figures } from './watch.ts';

/** What a service keeps to under any attack. */
const AIMS = { mib: 400, standstillMs: 100, p99Ms: 250, writeP99Ms: 250 };

const MIB = 2 ** 20;

export interface Seen extends Attacked {
  /** The figures of the same clients before the attack: what the machine itself takes. */
  readonly baseline: Figures;
  readonly during: Figures;
  /** How the service ended, when it did. */
  readonly ended: string | undefined;
}

/**
 * Returns what went wrong, in words; nothing when the service stood up to the attack.
 *
 * @param isTimed whether response times are judged; they need a machine that has time
 */
export function problemsOf(seen: Seen, isTimed: boolean): readonly string[] {
  const { baseline, during, ended, statuses, problems } = seen;
  if (ended !== undefined) return [`the service ended: ${reasonOf(ended)}`, ...problems];
  const found: string[] = [...problems];
  if (during.peakBytes > AIMS.mib * MIB) found.push(`RSS of ${mibOf(during)} MiB`);
  for (const [words, times] of during.failures) found.push(`others: ${words}, ${times} times`);
  for (const [status, times] of statuses) {
    // 503 says that the service protects itself.
    if (/^5(?!03)/.test(status)) found.push(`${status} to the attacker, ${times} times`);
  }
  if (isTimed) {
    for (const figure of ['standstillMs', 'p99Ms', 'writeP99Ms'] as const) {
      if (during[figure] > AIMS[figure] + baseline[figure])
        found.push(`${figure}: ${Math.round(during[figure])}`);
    }
  }
  return found;
}

/** The peak of the service's resident memory. */
export const mibOf = ({ peakBytes }: Figures): number => Math.round(peakBytes / MIB);

/** What matters of what a process wrote as it ended. */
const reasonOf = (said: string): string =>
  said.split('\n').find((line) => line.includes('FATAL ERROR')) ?? said.slice(0, 200);
