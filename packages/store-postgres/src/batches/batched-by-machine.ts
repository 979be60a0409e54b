import { type Ask, type AskOne, batched } from './batched.ts';
import { isMachineLost } from '../session/postgres-errors.ts';

/** Maximum projects whose machine is remembered. */
const MAX_REMEMBERED = 100_000;
/** How long machines are remembered, in milliseconds: a project can move to another one. */
const REMEMBERED_MS = 60_000;
/** How long questions stay apart after the last one that failed, in milliseconds. */
const APART_MS = 10_000;

/** Batches of questions about projects on several machines. */
interface ByMachine<Question, Result> {
  readonly ask: Ask<Question, Result>;
  /** Returns the machine of each project. */
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
  const machine = machineOf(machinesOf);
  const askApart: AskOne<Question, Result> = async (question, signal) => {
    const name = await machine(question.projectId, signal);
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

/** Finds the machine of a project. Remembers it for a while, so the result can be that of a moment ago. */
export function machineOf(
  ask: Ask<string, string>,
): (projectId: string, signal: AbortSignal) => Promise<string> {
  const find = batched(ask);
  const remembered = new Map<string, string>();
  let since = performance.now();
  return async (projectId, signal) => {
    const now = performance.now();
    if (remembered.size === MAX_REMEMBERED || now - since > REMEMBERED_MS) {
      remembered.clear();
      since = now;
    }
    const known = remembered.get(projectId);
    if (known !== undefined) return known;
    const machine = await find(projectId, signal);
    remembered.set(projectId, machine);
    return machine;
  };
}
