import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { cannotOpen, FileUnusable, isBusy, isDamaged } from './sqlite-errors.ts';

const RECHECK_READS_AFTER_MS = 1_000;
/** Minimum free disk space for a commit, in bytes. */
const MIN_FREE_SPACE = 65_536;

const OWNER_ONLY = 0o600;
const BUSY = 'another process locks the file, such as one that migrates it: wait until it ends';

/**
 * Watches that a path still leads to the file that a store has open, and that its log is beside it. Each method throws
 * `FileUnusable` otherwise.
 */
export interface FileWatch {
  /** Looks each time: for writes. */
  assertInPlace(): void;
  /** Looks at most once a second: for reads. */
  assertInPlaceLately(): void;
  /** Checks, without writing, that a write can succeed: permissions, a read-only file system, a full disk. */
  assertWritable(): void;
}

const FILE_GONE = 'the file was deleted or replaced while it was open; restart the service';
const LOG_GONE =
  'its log (-wal) was deleted while it was open; stop the service; if you restored the file, do so again before you start it';

/** Watches a file from now on: call it before you open the file. It watches the log from the first call on that finds one. */
export function watchFile(path: string): FileWatch {
  const identity = identityOf(path);
  // SQLite keeps its log as long as a connection is open, and writes it over a file that was restored meanwhile.
  let log: string | undefined;
  const logPath = `${realPathOf(path)}-wal`;
  let lookedAt = -Infinity;
  const assertInPlace = (): void => {
    const isThere = identity !== undefined && identityOf(path) === identity;
    const foundLog = identityOf(logPath);
    log ??= foundLog;
    if (!isThere || foundLog !== log) {
      lookedAt = -Infinity;
      throw new FileUnusable(`${path}: ${isThere ? LOG_GONE : FILE_GONE}`);
    }
    lookedAt = performance.now();
  };
  return {
    assertInPlace,
    assertInPlaceLately: () => {
      if (performance.now() - lookedAt > RECHECK_READS_AFTER_MS) assertInPlace();
    },
    assertWritable: () => {
      try {
        accessSync(path, constants.R_OK | constants.W_OK);
      } catch (cause) {
        throw new FileUnusable(`${path}: the file can't be written`, { cause });
      }
      if (freeSpaceOf(path) < MIN_FREE_SPACE) throw new FileUnusable(`${path}: the disk is full`);
    },
  };
}

/** The free disk space for a file, in bytes. Not every file system says how large it is: some of FUSE report 0 blocks. */
function freeSpaceOf(path: string): number {
  try {
    const { blocks, bavail, bsize } = statfsSync(path);
    return blocks === 0 ? Infinity : bavail * bsize;
  } catch (cause) {
    throw new FileUnusable(`${path}: the free space of its disk can't be read`, { cause });
  }
}

/** The inode, which isn't used again while a connection has the file open. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** Where a link leads: there SQLite keeps the log. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether two paths lead to one file. */
export function isSameFile(path: string, other: string): boolean {
  const identity = identityOf(path);
  return identity !== undefined && identity === identityOf(other);
}

/** Makes a file that only its owner can read and write, unless it exists. SQLite gives the files beside it the same mode. */
export function makePrivate(path: string): void {
  // To close it again would give up the locks of this process on a file that it has open.
  if (existsSync(path)) return;
  try {
    openAndClose(path);
  } catch {
    // Opening it reports why it can't be made.
  }
}

const openAndClose = (path: string): void => closeSync(openSync(path, 'a+', OWNER_ONLY));

/** Names the path in an error of opening it, and the reason, which SQLite often does not say. */
export function explainOpening(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const reason = isBusy(error) ? BUSY : cannotOpen(error) ? reasonOf(path) : undefined;
  const remedy = isDamaged(error) ? ': restore a backup' : '';
  return new FileUnusable(`${path}: ${reason ?? error.message}${remedy}`, { cause: error });
}

function reasonOf(path: string): string | undefined {
  const folder = dirname(path);
  try {
    openAndClose(path);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'EISDIR':
        return 'is a folder, not a file';
      case 'ENOENT':
        return `the folder ${folder} does not exist`;
      case 'ENOTDIR':
        return `${folder} is not a folder`;
      case 'EROFS':
        return `the file system of ${folder} is read-only`;
      case 'EACCES':
      case 'EPERM':
        return `no permission to read and write it, or to make files in ${folder}`;
      default:
        return undefined;
    }
  }
}
