import { ok, okAsync, ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { ImpactQuestion, NameCheck } from '../model/impact.ts';
import {
  type Name,
  type NameFinding,
  type NameKind,
  nameOf,
  type NameQuestion,
  type NameRepository,
} from '../ports/name-repository.ts';
import { toResultAsync } from '../ports/port-result.ts';
import type { ReadOptions } from '../ports/scheduled-change-request-reader.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';

/** Maximum names of an impact for which similar ones are looked up. */
const MAX_LOOKS = 10;

/** The kinds whose names are ids. An id that looks like another is no more likely to be meant. */
const KINDS_OF_IDS: ReadonlySet<NameKind> = new Set(['strategy', 'segment']);

/** The port of names, if the store has it, and the definitions that the store has. */
export interface NamePorts {
  readonly names?: Pick<NameRepository, 'add' | 'find' | 'near'> | undefined;
  readonly definitions?: Pick<StrategyRepository, 'list'> | undefined;
}

/** Returns whether the names of the targets exist in the projects, and those of the features and environments beside them. */
export function checkNames(
  ports: NamePorts,
  questions: readonly ImpactQuestion[],
  projectIds: readonly string[],
  options: ReadOptions,
): ResultAsync<readonly NameCheck[], StoreUnavailable> {
  const named = questions.map(({ target, feature, inEnvironment }) => ({
    target: nameOf(target),
    feature: feature && nameOf({ kind: 'feature', name: feature }),
    environment: inEnvironment && nameOf({ kind: 'environment', name: inEnvironment }),
  }));
  const names = named
    .flatMap((each) => [each.target, each.feature, each.environment])
    .filter((name) => typeof name === 'object');
  if (names.length === 0) return okAsync(questions.map(() => UNCHECKED));
  return findNames(ports, { projectIds, names }, options).map((found) => {
    const checks = new Map<unknown, NameCheck>(
      names.map((name, index) => [name, found[index] ?? UNCHECKED]),
    );
    // A feature that does not exist has no strategies.
    const ofFeature = (feature: unknown): NameCheck | undefined =>
      checks.get(feature)?.notFound && checks.get(feature);
    return named.map(({ target, feature, environment }) => {
      const check = ofFeature(feature) ?? checks.get(target) ?? UNCHECKED;
      const where = checks.get(environment);
      if (where?.notFound) return { ...check, isEnvironmentNotFound: true };
      return where?.names === 'unchecked' && !check.notFound ? UNCHECKED : check;
    });
  });
}

const UNCHECKED: NameCheck = { names: 'unchecked' };
const CHECKED: NameCheck = { names: 'checked' };

function findNames(
  ports: NamePorts,
  question: NameQuestion,
  options: ReadOptions,
): ResultAsync<readonly NameCheck[], StoreUnavailable> {
  const unchecked: readonly NameFinding[] = question.names.map(() => ({ state: 'unchecked' }));
  return toResultAsync(ports.names?.find(question, options) ?? okAsync(unchecked)).andThen(
    (found) => {
      const unknown = question.names.filter((_, index) => found[index]?.state !== 'known');
      return storedAmong(ports, unknown, options).andThen((stored) => {
        const near = nearFirst(ports, question.projectIds, options);
        return ResultAsync.combine(
          question.names.map((name, index): ResultAsync<NameCheck, StoreUnavailable> => {
            const finding = found[index];
            if (finding?.state === 'known' || stored.has(name)) return okAsync(CHECKED);
            if (finding?.state !== 'not-found') return okAsync(UNCHECKED);
            const { asOf } = finding;
            return near(name).map((each) => ({ names: 'checked', notFound: { asOf, near: each } }));
          }),
        );
      });
    },
  );
}

/** Whether the store itself has a strategy definition. */
export const isDefined = (
  ports: NamePorts,
  name: string,
  options: ReadOptions,
): ResultAsync<boolean, StoreUnavailable> =>
  storedAmong(ports, [{ kind: 'strategyDefinition', value: name }], options).map(
    ({ size }) => size > 0,
  );

/** Returns the names of definitions that the store itself has. */
function storedAmong(
  { definitions }: NamePorts,
  names: readonly Name[],
  options: ReadOptions,
): ResultAsync<ReadonlySet<Name>, StoreUnavailable> {
  const asked = names.filter(({ kind }) => kind === 'strategyDefinition');
  if (definitions === undefined || asked.length === 0) return okAsync(new Set());
  return toResultAsync(definitions.list(options)).map((all) => {
    const stored = new Set(all.map(({ name }) => name));
    return new Set(asked.filter(({ value }) => stored.has(value)));
  });
}

/** Returns a function that looks up names similar to the first ones that it is called with. */
function nearFirst({ names }: NamePorts, projectIds: readonly string[], options: ReadOptions) {
  let left = MAX_LOOKS;
  return (name: Name): ResultAsync<readonly string[], StoreUnavailable> => {
    if (names === undefined || left === 0 || KINDS_OF_IDS.has(name.kind)) return okAsync([]);
    left -= 1;
    // The outcome is right without them.
    return toResultAsync(names.near(projectIds, name, options)).orElse(() => ok([]));
  };
}
