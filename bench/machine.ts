import { execFileSync } from 'node:child_process';
import { cpus, platform, release, totalmem } from 'node:os';
import process from 'node:process';

/** Where and on what the figures of a run were measured. */
interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
  /** The commit, with `+` if files differ from it. */
  readonly commit: string;
}

const BYTES_PER_GIB = 2 ** 30;

/** Describes this machine and the sources. */
export function describeMachine(): Machine {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / BYTES_PER_GIB),
    system: `${platform()} ${release()}`,
    node: process.versions.node,
    sqlite: process.versions['sqlite'] ?? 'unknown',
    commit: `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`,
  };
}
