import { type Target, targetValue } from '../model/target.ts';

/**
 * The rule: a change request matches when any target it touches is any target that was asked for. Asking for
 * nothing matches nothing. Texts compare byte for byte.
 */
export function matchesAny(touched: readonly Target[], anyOf: readonly Target[]): boolean {
  return anyOf.some((asked) =>
    touched.some(
      (target) => target.kind === asked.kind && targetValue(target) === targetValue(asked),
    ),
  );
}
