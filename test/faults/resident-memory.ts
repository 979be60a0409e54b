import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

const KIB = 1024;

/**
 * The resident memory of a process, in bytes: now and, where the system keeps it, at its peak; 0 when it has ended. Reads /proc on
 * Linux and asks `ps` elsewhere. On Windows, which has neither, it returns 0.
 */
export function residentMemory(pid: number) {
  try {
    const [bytes = 0, peakBytes = bytes] =
      process.platform === 'linux' ? fromProc(pid) : [fromPs(pid)];
    return { bytes, peakBytes };
  } catch {
    return { bytes: 0, peakBytes: 0 };
  }
}

function fromProc(pid: number): readonly number[] {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return ['VmRSS', 'VmHWM'].map(
    (field) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * KIB,
  );
}

const fromPs = (pid: number): number =>
  process.platform === 'win32'
    ? 0
    : Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * KIB;
