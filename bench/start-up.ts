import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { startForewarn } from './server-process.ts';
import { spreadOf } from './spread.ts';
import type { BenchStore } from './stores.ts';

const TIMES = 5;

/** Measures how much longer than an empty program the service takes until its first response, in milliseconds. */
export async function measureStartUp(opened: BenchStore): Promise<number> {
  const service: number[] = [];
  const empty: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const begun = performance.now();
    const server = await startForewarn(opened);
    await (await fetch(`${server.url}/health`)).text();
    service.push(performance.now() - begun);
    await server.stop();
    const emptyBegun = performance.now();
    await once(spawn(process.execPath, ['-e', '0']), 'exit');
    empty.push(performance.now() - emptyBegun);
  }
  return spreadOf(service).median - spreadOf(empty).median;
}
