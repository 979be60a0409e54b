import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { resultOf, type Batch, MAX_BATCH_SIZE, openBatched, settled } from './open-batched.ts';

const late = new Error('late');
const which = fc.nat({ max: 200 });
const step = fc.oneof(
  fc.record({ type: fc.constant('ask' as const), count: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ type: fc.constantFrom('result' as const, 'fail' as const, 'abort' as const), which }),
);

it("gives each question the outcome of its last batch, or its own signal's reason, in any interleaving", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { ask, batches, pending, resolveAll } = openBatched();
      const callers: AbortController[] = [];
      const results: Promise<string>[] = [];
      const isFirst = (batch: Batch): boolean =>
        batch === batches.find(({ questions }) => questions.includes(batch.questions[0] ?? -1));
      /** Questions that were aborted before anything else happened to them. */
      const gaveUp = new Set<number>();
      const settledQuestions = new Set<number>();
      for (const each of steps) {
        if (each.type === 'ask') {
          for (let no = 0; no < each.count; no++) {
            const caller = new AbortController();
            const question = results.length;
            const result = ask(question, caller.signal);
            result.catch(() => {}).finally(() => settledQuestions.add(question));
            callers.push(caller);
            results.push(result);
          }
        } else if (each.type === 'abort') {
          const question = each.which % Math.max(1, callers.length);
          if (callers.length > 0 && !settledQuestions.has(question)) gaveUp.add(question);
          callers[question]?.abort(late);
        } else {
          const open = pending();
          const batch = open[each.which % open.length];
          if (each.type === 'result') batch?.resolve();
          else batch?.fail(new Error(`batch ${batches.indexOf(batch)}`));
        }
        await settled();
        expect(pending().filter(isFirst).length).toBeLessThanOrEqual(2);
      }
      await resolveAll();

      expect(Math.max(0, ...batches.map(({ questions }) => questions.length))).toBeLessThanOrEqual(
        MAX_BATCH_SIZE,
      );
      const outcomes = await Promise.allSettled(results);
      expect(outcomes).toEqual(
        outcomes.map((_, question) => {
          const last = batches.findLast(({ questions }) => questions.includes(question));
          if (gaveUp.has(question)) return { status: 'rejected', reason: late };
          if (last === undefined) {
            return { status: 'rejected', reason: new Error('too many questions are queued') };
          }
          return last.error === undefined
            ? { status: 'fulfilled', value: resultOf(question) }
            : { status: 'rejected', reason: last.error };
        }),
      );
    }),
    { numRuns: 60 },
  );
});
