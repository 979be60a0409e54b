import { type Target, targetValue } from './target.ts';

/**
 * The rule: a change request matches if it touches at least one of the targets asked about. No targets match nothing.
 * Texts compare byte for byte.
 */
export function matchesAny(touched: readonly Target[], anyOf: readonly Target[]): boolean {
  return anyOf.some((asked) =>
    touched.some(
      (target) => target.kind === asked.kind && targetValue(target) === targetValue(asked),
    ),
  );
}
