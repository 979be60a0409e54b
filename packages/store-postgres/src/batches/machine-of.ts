import { type Ask, batched } from './batched.ts';

/** Maximum projects whose machine is remembered. */
const MAX_REMEMBERED = 100_000;
/** How long machines are remembered, in milliseconds: a project can move to another one. */
const REMEMBERED_MS = 60_000;

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
