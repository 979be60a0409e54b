import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The suites of stores take longest. Vitest knows that only from an earlier run. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /(?:\.contract|\/(?:self|serializable|routed|fuzz|within|readme|stop|two-nodes)(?:\.long)?)\.test\.ts$/.test(
    moduleId,
  );

/** Starts the files that take longest before all others, so that no core waits for them at the end. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
