import { expect, it, onTestFinished } from 'vitest';
import { startService } from './running-service.ts';

const MIB = 1_048_576;
/** A program that Node runs at each start, also at one that replaces another. */
const SAYS_LIMIT = `data:text/javascript,${encodeURIComponent(
  'import { getHeapStatistics } from "node:v8"; console.error("heap of", getHeapStatistics().heap_size_limit)',
)}`;

/** Starts the service as the how-to pages do. Returns the limits of the heap of each start of Node, in MiB, and its exit code. */
async function limitsOf(nodeOptions = ''): Promise<readonly number[]> {
  const service = await startService({
    DATABASE_URL: 'memory:',
    NODE_OPTIONS: `${nodeOptions} --import ${SAYS_LIMIT}`,
  });
  onTestFinished(() => void service.process.kill('SIGKILL'));
  const limits = [...service.stderr().matchAll(/heap of (\d+)/g)];
  // The same process is signalled, whatever replaced it.
  expect(await service.end('SIGTERM')).toEqual({ code: 0 });
  return limits.map(([, bytes]) => Number(bytes) / MIB);
}

it('serves with a heap of 2,000 MiB and young objects of 48, if the user sets no limits', async () => {
  const limits = await limitsOf();
  expect(limits).toHaveLength(2);
  expect(limits.at(-1)).toBeLessThanOrEqual(2_048);
});

it('leaves the limits that the user sets as they are', async () => {
  const limits = await limitsOf('--max-semi-space-size=4 --max_old_space_size=3000');

  expect(limits.at(-1)).toBe(3_012);
});
