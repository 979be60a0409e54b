import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const CHECKPOINT = `
  const { DatabaseSync } = require('node:sqlite');
  const { workerData } = require('node:worker_threads');
  const database = new DatabaseSync(workerData);
  database.exec('pragma wal_checkpoint(passive)');
  database.close();`;

/**
 * Moves a long write-ahead log into the file, in a thread of its own: SQLite can't do it in parts, and would hold the event
 * loop for seconds. If it fails, SQLite tries again at a later commit.
 */
export async function checkpoint(path: string): Promise<void> {
  const worker = new Worker(CHECKPOINT, {
    eval: true,
    workerData: path,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  worker.on('error', () => {});
  await once(worker, 'exit');
}
