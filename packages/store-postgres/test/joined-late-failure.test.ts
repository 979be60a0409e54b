import { expect, it, vi } from 'vitest';
import { joined } from '../src/joined.ts';

it('fails what waits together with a call that failed late, and goes on afterwards', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const failures: ((error: Error) => void)[] = [];
  const ask = joined(
    (questions: readonly number[]) =>
      new Promise<readonly number[]>((resolve, reject) => {
        if (questions.includes(9)) resolve(questions);
        else failures.push(reject);
      }),
  );
  const asked: Promise<unknown>[] = [];
  for (const question of [1, 2, 3, 4]) {
    asked.push(ask(question).catch((error: Error) => error.message));
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(failures).toHaveLength(2);
  now.mockReturnValue(2_500);
  for (const fail of failures) fail(new Error('silent'));
  expect(await Promise.all(asked)).toEqual(['silent', 'silent', 'silent', 'silent']);
  expect(failures).toHaveLength(2);
  expect(await ask(9)).toBe(9);
  now.mockRestore();
});
