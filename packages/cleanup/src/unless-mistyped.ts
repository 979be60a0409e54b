import {
  type BadData,
  type ReadOptions,
  type StoreUnavailable,
  type Target,
  targetValue,
  toResultAsync,
} from '@forewarn/core';
import { touchedIn } from '@forewarn/impact';
import { askedIn, unlessOdd } from '@forewarn/record';
import { okAsync, type ResultAsync } from 'neverthrow';
import type { CandidatePorts } from './candidate-pages.ts';
import type { FactPorts } from './facts-of.ts';

/** What is asked about by name. */
interface AskedNames {
  readonly features?: readonly string[] | undefined;
  readonly definitions?: readonly string[] | undefined;
}

/** Returns `BadData` for an odd name that nothing in the projects has. It reads only if there is one. */
export function unlessMistyped(
  ports: CandidatePorts & Pick<FactPorts, 'reader'>,
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
    const isIt = ({ name }: { readonly name: string }) => name === targetValue(target);
    return target.kind === 'feature'
      ? toResultAsync(ports.featureUse.find(projectIds, options)).map((uses) =>
          uses.some((use) => use.features.some(isIt)),
        )
      : toResultAsync(ports.strategies.list(options)).map((all) => all.some(isIt));
  };
  return unlessOdd(
    {},
    askedIn(asked),
    projectIds,
    (target) => isTouched(target).andThen((is) => (is ? okAsync(true) : exists(target))),
    options,
  );
}
