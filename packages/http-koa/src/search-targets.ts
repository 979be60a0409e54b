import type { BadData, Problem, Target } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import type { QueryParameter } from './decode-request.ts';

const TARGET_OF: Readonly<Record<string, (value: string) => Target>> = {
  feature: (name) => ({ kind: 'feature', name }),
  strategyId: (id) => ({ kind: 'strategy', id }),
  variantForFlag: (feature) => ({ kind: 'featureVariants', feature }),
};

/**
 * The targets that a search's parameters name. Unknown parameters name none; when `isStrict` they are an error, so
 * that a mistyped one can't look like an all-clear.
 */
export function searchTargets(
  parameters: readonly QueryParameter[],
  isStrict: boolean,
): Result<readonly Target[], BadData> {
  const unknown = parameters
    .map(([name]) => name)
    .filter((name) => !Object.hasOwn(TARGET_OF, name));
  const [first, ...others] = isStrict ? unknown.map(problemOf) : [];
  if (first !== undefined) return err({ type: 'BadData', problems: [first, ...others] });
  return ok(
    parameters.flatMap(([name, value]) =>
      Object.hasOwn(TARGET_OF, name) ? (TARGET_OF[name]?.(value) ?? []) : [],
    ),
  );
}

function problemOf(name: string): Problem {
  return {
    path: `the query parameter "${name}"`,
    expected: `one of ${Object.keys(TARGET_OF).join(', ')}`,
  };
}
