import type { Fault, Served } from './fault.ts';
import type { Asked } from './load.ts';
import type { World } from './world.ts';

/** Maximum duration of a response, unless its deadline is extended. */
const ANSWER_WITHIN_MS = 5_000;
/** The requests of which it is. */
const IS_LONG = /^DELETE \/api\/admin\/projects\/[^/]+: /;
/** For the machine: all processes share its cores, and the short form also runs beside other programs. */
const ALLOWANCE_MS = process.argv.includes('--short') ? 2_000 : 500;

/** The duration of a request. */
export const msOf = ({ begunAt, endedAt }: Asked): number => endedAt - begunAt;

/** How many writes were acknowledged. */
export const writesOf = (asked: readonly Asked[]): number =>
  asked.filter(({ kind, outcome }) => kind === 'write' && outcome === 'done').length;

/**
 * Returns the wrong responses, in words.
 *
 * @param from when the fault had reached all nodes
 * @param to when it began to end
 */
export function wrongResponses(
  asked: readonly Asked[],
  { reads, writes, isCutting = false }: Pick<Fault<World>, 'reads' | 'writes' | 'isCutting'>,
  from: number,
  to: number,
): readonly string[] {
  const problemOf = (one: Asked): string | undefined => {
    const { outcome, kind, begunAt, endedAt, words } = one;
    if (outcome === 'wrong') return 'wrong';
    if (outcome === 'cut' && !isCutting) return 'cut';
    const isLate = msOf(one) > ANSWER_WITHIN_MS + ALLOWANCE_MS && !IS_LONG.test(words);
    if (isLate) return `late by ${msOf(one)} ms`;
    if (begunAt < from || endedAt > to) return undefined;
    // During a fault, a node may report either.
    const served: Served = { read: reads, write: writes, ready: 'either' as const }[kind];
    const isRight = served === 'either' || outcome === served || outcome === 'cut';
    return isRight ? undefined : `${outcome} during the fault`;
  };
  return asked.flatMap((one) => {
    const problem = problemOf(one);
    return problem === undefined ? [] : [`${problem}: ${one.words}`];
  });
}

const KINDS = ['read', 'write'] as const;

/** When each node first served each kind of request that was sent after a moment. */
function servedAt(asked: readonly Asked[], after: number, nodes: number): readonly number[] {
  const done = asked.filter(({ outcome, begunAt }) => outcome === 'done' && begunAt > after);
  return Array.from({ length: nodes }, (_, node) =>
    KINDS.map((kind) => {
      const own = done.filter((one) => one.node === node && one.kind === kind);
      return Math.min(...own.map(({ endedAt }) => endedAt));
    }),
  ).flat();
}

/** Whether each node has served each kind of request that was sent after a moment. */
export const servedAfter = (asked: readonly Asked[], after: number, nodes: number): boolean =>
  servedAt(asked, after, nodes).every(Number.isFinite);

/** How long after a moment it took until all was served, and nothing that was sent later was refused. */
export function recoveryOf(asked: readonly Asked[], after: number, nodes: number): number {
  const refusals = asked
    .filter(({ outcome, begunAt }) => outcome !== 'done' && begunAt > after)
    .map(({ begunAt }) => begunAt);
  return Math.round(Math.max(...servedAt(asked, after, nodes), ...refusals) - after);
}
