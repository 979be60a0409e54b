import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

/** Prints what passed on a second try only, and one machine-readable line at the end of every run: `N passed, N failed`. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly unknown[],
    reason: TestRunEndReason,
  ): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const states = tests.map((test) => test.result().state);
    const flaky = tests.filter((test) => test.diagnostic()?.flaky === true);
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
      for (const { module, fullName } of flaky) {
        process.stdout.write(
          `\npassed on the second try: ${module.relativeModuleId} > ${fullName}`,
        );
      }
      const tail = skipped > 0 ? `, ${skipped} skipped` : '';
      process.stdout.write(`\n${passed} passed, ${failed + elsewhere} failed${tail}\n`);
    });
  }
}
