import { type ReadOptions, type StoreUnavailable, toResultAsync } from '@forewarn/core';
import {
  type Name,
  type NameFinding,
  nameOf,
  type NameQuestion,
  type NameRepository,
  type StrategyDefinitions,
} from '@forewarn/record';
import { okAsync, ResultAsync } from 'neverthrow';
import type { NameCheck } from './impact.ts';
import type { ImpactQuestion } from './impact-question.ts';
import { suggestionsFor } from './suggestions.ts';

/** The port of names, if the store has it, and the definitions that the store has. */
export interface NamePorts {
  readonly names?: Pick<NameRepository, 'add' | 'find' | 'near'> | undefined;
  readonly definitions?: Pick<StrategyDefinitions, 'list'> | undefined;
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
        const isMissing = (name: Name, index: number): boolean =>
          found[index]?.state === 'not-found' && !stored.has(name);
        const missing = question.names.filter(isMissing);
        const suggested = suggestionsFor(ports.names, question.projectIds, missing, options);
        return ResultAsync.fromSafePromise(suggested).map((near) =>
          question.names.map((name, index): NameCheck => {
            const finding = found[index];
            if (finding?.state === 'known' || stored.has(name)) return CHECKED;
            if (finding?.state !== 'not-found') return UNCHECKED;
            return { names: 'checked', notFound: { asOf: finding.asOf, near: near(name) } };
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
