import {
  type BadData,
  type CallOptions,
  isName,
  type StoreUnavailable,
  type Target,
  targetValue,
  toResultAsync,
} from '@forewarn/core';
import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { isOddName } from './odd-name.ts';
import { nameOf, type NameRepository } from './name-repository.ts';
import { badData, oddNameText } from './problems-of.ts';
import { TARGET_FIELDS } from './target-fields.ts';

/** A name that a caller asks about, and the path to it in the input. */
export interface AskedName {
  readonly path: string;
  readonly target: Target;
}

/** Returns what a caller asks about by targets, whose fields are at a path. */
export const askedIn = (targets: readonly Target[], at = ''): readonly AskedName[] =>
  targets.map((target) => ({ path: `${at}${TARGET_FIELDS[target.kind]}`, target }));

/** Returns what a caller asks about by environments. */
export const askedEnvironments = (names: readonly string[] = []): readonly AskedName[] =>
  askedIn(names.map((name) => ({ kind: 'environment', name })));

export interface KnownNames {
  readonly names?: Pick<NameRepository, 'find'> | undefined;
}

/** Returns those whose name is odd. */
export const oddIn = (asked: readonly AskedName[]): readonly AskedName[] =>
  asked.filter(({ target }) => isOddName(targetValue(target)));

/**
 * Returns `BadData` for an odd name (`isOddName`), unless something is recorded under exactly that name: a typing error
 * matches nothing, which would look like an all-clear. It reads only if there is an odd name.
 *
 * @param isRecorded whether something is recorded under the value of a target
 */
export function unlessOdd<E = StoreUnavailable>(
  { names }: KnownNames,
  asked: readonly AskedName[],
  projectIds: readonly string[],
  isRecorded: (target: Target) => ResultAsync<boolean, E>,
  { signal }: CallOptions,
): ResultAsync<void, BadData | E | StoreUnavailable> {
  const odd = oddIn(asked);
  if (odd.length === 0) return okAsync();
  const isKnown = (target: Target): ResultAsync<boolean, StoreUnavailable> => {
    const name = nameOf(target);
    if (names === undefined || name === undefined) return okAsync(false);
    return toResultAsync(names.find({ projectIds, names: [name] }, { signal })).map(
      ([found]) => found?.state === 'known',
    );
  };
  const check = async (): Promise<Result<void, BadData | E | StoreUnavailable>> => {
    // One after the other: the first typing error ends it, and a query can have many.
    for (const { path, target } of odd) {
      const value = targetValue(target);
      const mistyped = badData(path, oddNameText(value));
      if (!isName(value)) return err(mistyped);
      const found = await isRecorded(target).andThen((is) => (is ? ok(true) : isKnown(target)));
      if (found.isErr()) return err(found.error);
      if (!found.value) return err(mistyped);
    }
    return ok();
  };
  return new ResultAsync(check());
}
