import process from 'node:process';
import { getHeapStatistics } from 'node:v8';

/** Limits of V8, each with how a user may have set it already. */
const OLD_SPACE_MIB = 2_000;
const SEMI_SPACE_MIB = 16;
const OLD_SPACE = /--max[-_](?:old[-_]space|heap)[-_]size/;
const SEMI_SPACE = /--max[-_]semi[-_]space[-_]size/;
const GROWTH = /--heap[-_]growing[-_]percent/;
const GROWTH_PERCENT = 30;
const MIB = 1_048_576;

/**
 * Restarts the process, as the same one, with limits of its heap that the user did not set. V8 takes them at its start only. On
 * a large machine, its own let a service grow to several times what it uses: to 64 MiB of young objects, and with a heap of 2
 * GiB or more to four times what is alive, with a smaller one to twice that.
 */
export function boundHeap() {
  const given = [...process.execArgv, process.env.NODE_OPTIONS].join(' ');
  const isLarge = getHeapStatistics().heap_size_limit > OLD_SPACE_MIB * MIB;
  const limits = [
    ...(SEMI_SPACE.test(given) ? [] : [`--max-semi-space-size=${SEMI_SPACE_MIB}`]),
    ...(GROWTH.test(given) ? [] : [`--heap-growing-percent=${GROWTH_PERCENT}`]),
    ...(isLarge && !OLD_SPACE.test(given) ? [`--max-old-space-size=${OLD_SPACE_MIB}`] : []),
  ];
  // It would close the channel to a parent. Windows can't replace a process.
  if (limits.length === 0 || process.connected || process.execve === undefined) return;
  try {
    const [, ...script] = process.argv;
    const args = [process.execPath, ...limits, ...process.execArgv, ...script];
    // Node before 22.21.1, and 24 before 24.10, passes no variable on unless it is given here.
    process.execve(process.execPath, args, { ...process.env });
  } catch {
    // Not on this platform, or Node does not permit it: as V8 has it. What the system refuses ends Node before 26.1 here.
  }
}
