import { makeSearchScheduledChangeRequests, matchesAny, targetsOf } from '@forewarn/core';
import { okAsync } from 'neverthrow';
import { Bench } from 'tinybench';
import { FEATURES, PROJECTS } from './population.ts';
import { changeRequests, memoryWith } from './stores.ts';

/** The durations of calls without I/O, in nanoseconds, and the memory of a change request, in bytes. */
export interface InProcess {
  readonly ruleNs: number;
  readonly searchNs: number;
  readonly useCaseNs: number;
  readonly bytesPerChangeRequest: number;
}

/** Measures the rule, the memory store's search and the use case over it. */
export async function measureInProcess(count: number): Promise<InProcess> {
  const before = usedBytes();
  const { store } = await memoryWith(changeRequests(count));
  const bytesPerChangeRequest = (usedBytes() - before) / count;
  const anyOf = [{ kind: 'feature', name: FEATURES[10] }] as const;
  const touched = targetsOf({
    environment: 'production',
    features: [{ name: 'f', changes: [{ action: 'updateStrategy', payload: { id: 's' } }] }],
    segments: [],
  });
  const search = makeSearchScheduledChangeRequests<string>({
    authorizer: { authenticate: () => okAsync({ name: 'ann' }), authorize: () => okAsync() },
    reader: store.reader,
  });
  let turn = 0;
  const projectId = (): string => `project-${turn++ % PROJECTS}`;
  const bench = new Bench({ time: 1_000 });
  bench.add('rule', () => void matchesAny(touched, anyOf));
  bench.add('search', async () => {
    await store.reader.search({ projectId: projectId(), anyOf });
  });
  bench.add('use case', async () => {
    await search({ credentials: 'key', projectId: projectId(), anyOf });
  });
  await bench.run();
  const nsOf = (name: string): number => {
    const result = bench.getTask(name)?.result;
    if (result === undefined || !('latency' in result)) throw new Error(`${name} was not measured`);
    return result.latency.p50 * 1e6;
  };
  return {
    ruleNs: nsOf('rule'),
    searchNs: nsOf('search'),
    useCaseNs: nsOf('use case'),
    bytesPerChangeRequest,
  };
}

function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
