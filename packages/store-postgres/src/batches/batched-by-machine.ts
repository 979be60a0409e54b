import { type Ask, type AskOne, batched } from './batched.ts';
import { isMachineLost } from '../session/postgres-errors.ts';

/** How long questions stay apart after the last one that failed, in milliseconds. */
const APART_MS = 10_000;

/** Batches of questions about projects on several machines. */
interface ByMachine<Question, Result> {
  readonly ask: Ask<Question, Result>;
  readonly machinesOf: Ask<string, string>;
  /** Maximum concurrent batches of all machines, or of each one. */
  readonly maxConcurrent: number;
}

/**
 * Asks questions in batches, whatever their machines: that is fastest. Once a machine is lost, or a caller waited in vain,
 * each machine has batches of its own for a while, so that one that is down holds up none of the others.
 */
export function batchedByMachine<Question extends { readonly projectId: string }, Result>({
  ask,
  machinesOf,
  maxConcurrent,
}: ByMachine<Question, Result>): AskOne<Question, Result> {
  const newBatches = () => batched(ask, { maxConcurrent, isOfAll: isMachineLost });
  const askTogether = newBatches();
  const batches = new Map<string, AskOne<Question, Result>>();
  const machineOf = batched(machinesOf);
  const askApart: AskOne<Question, Result> = async (question, signal) => {
    const name = await machineOf(question.projectId, signal);
    const own = batches.get(name) ?? newBatches();
    batches.set(name, own);
    return own(question, signal);
  };
  let apartUntil = -Infinity;
  return async (question, signal) => {
    const isApart = performance.now() < apartUntil;
    try {
      return await (isApart ? askApart : askTogether)(question, signal);
    } catch (error) {
      if (!signal.aborted && !isMachineLost(error)) throw error;
      apartUntil = performance.now() + APART_MS;
      if (isApart || signal.aborted) throw error;
      return askApart(question, signal);
    }
  };
}
