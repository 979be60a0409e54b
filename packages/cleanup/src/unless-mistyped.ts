import {
  type BadData,
  type ReadOptions,
  type StoreUnavailable,
  type Target,
  targetValue,
  toResultAsync,
} from '@forewarn/core';
import { touchedIn } from '@forewarn/impact';
import { askedIn, type KnownNames, unlessOdd } from '@forewarn/record';
import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { CandidatePorts } from './candidate-pages.ts';
import type { FactPorts } from './facts-of.ts';
import { type UsePorts, usesIn } from './uses-in.ts';

interface AskedNames {
  readonly features?: readonly string[] | undefined;
  readonly definitions?: readonly string[] | undefined;
}

/** Returns `BadData` for an odd name that nothing in the projects has. It reads only if there is one. */
export function unlessMistyped(
  ports: CandidatePorts & KnownNames & Pick<FactPorts, 'reader'>,
  { features = [], definitions = [] }: AskedNames,
  projectIds: readonly string[],
  options: ReadOptions,
): ResultAsync<void, BadData | StoreUnavailable> {
  const asked: readonly Target[] = [
    ...features.map((name) => ({ kind: 'feature', name }) as const),
    ...definitions.map((name) => ({ kind: 'strategyDefinition', name }) as const),
  ];
  const isTouched = touchedIn(ports.reader, projectIds, options);
  const exists = (target: Target): ResultAsync<boolean, StoreUnavailable> => {
    const value = targetValue(target);
    return target.kind === 'feature'
      ? new ResultAsync(hasFeature(ports, value, projectIds, options))
      : toResultAsync(ports.strategies.list(options)).map((all) =>
          all.some(({ name }) => name === value),
        );
  };
  return unlessOdd(
    ports,
    askedIn(asked),
    projectIds,
    (target) => isTouched(target).andThen((is) => (is ? okAsync(true) : exists(target))),
    options,
  );
}

/** Whether the use of a feature of this name is known. */
async function hasFeature(
  ports: UsePorts,
  asked: string,
  projectIds: readonly string[],
  options: ReadOptions,
): Promise<Result<boolean, StoreUnavailable>> {
  for await (const use of usesIn(ports, projectIds, options)) {
    if (use.isErr()) return err(use.error);
    if (use.value.features.some(({ name }) => name === asked)) return ok(true);
  }
  return ok(false);
}
