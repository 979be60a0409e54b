import * as fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { AT_ONCE, answerTo, type Call, openJoined, settled, WITHIN_MS } from './open-joined.ts';

let now = 0;

beforeEach(() => {
  now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  return () => clock.mockRestore();
});

const waited = new Error('waited too long for the database');
const tooMany = new Error('too many questions wait already');
const refused = expect.toBeOneOf([waited, tooMany]);

const which = fc.nat({ max: 200 });
const step = fc.oneof(
  fc.record({ type: fc.constant('ask' as const), count: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ type: fc.constantFrom('answer' as const, 'fail' as const), which }),
  fc.record({ type: fc.constant('pass' as const), ms: fc.nat({ max: 1_500 }) }),
);

it('in any interleaving gives each question the outcome of its last call, or tells why it was not asked, and asks no more than it may', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { ask, calls, pending, answerAll } = openJoined();
      const answers: Promise<string>[] = [];
      const askedAt: number[] = [];
      const isFirst = (call: Call): boolean =>
        call === calls.find(({ questions }) => questions.includes(call.questions[0] ?? -1));
      for (const each of steps) {
        if (each.type === 'ask') {
          const asked = Array.from({ length: each.count }, (_, no) => ask(answers.length + no));
          // Heard at once: it may fail before the end.
          for (const answer of asked) answer.catch(() => {});
          answers.push(...asked);
          askedAt.push(...asked.map(() => now));
        } else if (each.type === 'pass') {
          now += each.ms;
        } else {
          const open = pending();
          const call = open[each.which % open.length];
          if (each.type === 'answer') call?.answer();
          else call?.fail(new Error(`call ${calls.indexOf(call)}`));
        }
        await settled();
        expect(pending().filter(isFirst).length).toBeLessThanOrEqual(2);
      }
      await answerAll();

      expect(Math.max(0, ...calls.map(({ questions }) => questions.length))).toBeLessThanOrEqual(
        AT_ONCE,
      );
      const first = calls.filter(isFirst);
      const wasAsked = new Set(first.flatMap(({ questions }) => questions));
      expect([...wasAsked]).toEqual(
        [...answers.keys()].filter((question) => wasAsked.has(question)),
      );
      const waits = first.flatMap(({ begun, questions }) =>
        questions.map((question) => begun - (askedAt[question] ?? 0)),
      );
      expect(Math.max(0, ...waits)).toBeLessThanOrEqual(WITHIN_MS);
      const outcomes = await Promise.allSettled(answers);
      expect(outcomes).toEqual(
        outcomes.map((_, question) => {
          const last = calls.findLast(({ questions }) => questions.includes(question));
          if (last === undefined) {
            const hasWaited = now - (askedAt[question] ?? 0) > WITHIN_MS;
            return { status: 'rejected', reason: hasWaited ? refused : tooMany };
          }
          return last.error === undefined
            ? { status: 'fulfilled', value: answerTo(question) }
            : { status: 'rejected', reason: last.error };
        }),
      );
    }),
    { numRuns: 60 },
  );
});
