import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

/** Prints one machine-readable line at the end of every run: `N passed, N failed`. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly unknown[],
    reason: TestRunEndReason,
  ): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const count = (state: string): number => states.filter((each) => each === state).length;
    const passed = count('passed');
    const skipped = states.length - passed - count('failed');
    // A file that does not load, or a failed hook, is one failure.
    const broken = modules.filter(
      (module) =>
        !module.ok() &&
        ![...module.children.allTests()].some((test) => test.result().state === 'failed'),
    ).length;
    const failed = count('failed') + broken + unhandled.length;

    // After the other reporters and the teardown. A run that fails elsewhere must not print "0 failed".
    process.once('exit', (code) => {
      const elsewhere = failed === 0 && (code !== 0 || reason === 'failed') ? 1 : 0;
      const tail = skipped > 0 ? `, ${skipped} skipped` : '';
      process.stdout.write(`\n${passed} passed, ${failed + elsewhere} failed${tail}\n`);
    });
  }
}
