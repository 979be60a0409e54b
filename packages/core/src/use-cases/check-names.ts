import { err, ok, okAsync, ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { ImpactQuestion, NameCheck } from '../model/impact.ts';
import { isName } from '../model/name.ts';
import { type Target, targetValue } from '../model/target.ts';
import type { CallOptions } from '../ports/call-options.ts';
import {
  type Name,
  NAME_KINDS,
  type NameFinding,
  type NameQuestion,
  type NameRepository,
} from '../ports/name-repository.ts';
import { toResultAsync } from '../ports/port-result.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';

/** Maximum names of an impact for which names next to them, or their definitions, are looked up. */
const MAX_LOOKS = 10;

/** The port of names, if the store has it, and the definitions that the store has. */
export interface NamePorts {
  readonly names?: Pick<NameRepository, 'add' | 'find' | 'near'> | undefined;
  readonly definitions?: Pick<StrategyRepository, 'find'> | undefined;
}

/** Returns the name of a target; undefined if names of its kind are never known, as those of users. */
export function nameOf(target: Target): Name | undefined {
  if (target.kind === 'user') return undefined;
  const value = targetValue(target);
  return isName(value) ? { kind: NAME_KINDS[target.kind], value } : undefined;
}

/** Returns whether the names of the targets exist in the projects, and those of the features and environments beside them. */
export function checkNames(
  ports: NamePorts,
  questions: readonly ImpactQuestion[],
  projectIds: readonly string[],
  options: CallOptions,
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
    return named.map(({ target, feature, environment }) => ({
      ...(ofFeature(feature) ?? checks.get(target) ?? UNCHECKED),
      ...(checks.get(environment)?.notFound && { isEnvironmentNotFound: true }),
    }));
  });
}

const UNCHECKED: NameCheck = { names: 'unchecked' };
const CHECKED: NameCheck = { names: 'checked' };

function findNames(
  ports: NamePorts,
  question: NameQuestion,
  options: CallOptions,
): ResultAsync<readonly NameCheck[], StoreUnavailable> {
  const unchecked: readonly NameFinding[] = question.names.map(() => ({ state: 'unchecked' }));
  const looks = new Looks(ports, question.projectIds, options);
  return toResultAsync(ports.names?.find(question, options) ?? okAsync(unchecked)).andThen(
    (found) =>
      ResultAsync.combine(question.names.map((name, index) => looks.at(name, found[index]))),
  );
}

/** Looks up more about the first names of an impact that are not known. */
class Looks {
  readonly #ports: NamePorts;
  readonly #projectIds: readonly string[];
  readonly #options: CallOptions;
  #left = MAX_LOOKS;
  #leftStored = MAX_LOOKS;

  constructor(ports: NamePorts, projectIds: readonly string[], options: CallOptions) {
    this.#ports = ports;
    this.#projectIds = projectIds;
    this.#options = options;
  }

  at(name: Name, finding: NameFinding | undefined): ResultAsync<NameCheck, StoreUnavailable> {
    if (finding?.state === 'known') return okAsync(CHECKED);
    // The store itself has the definitions.
    const stored = name.kind === 'strategyDefinition' ? this.#isStored(name) : okAsync(false);
    return stored.andThen((isStored): ResultAsync<NameCheck, StoreUnavailable> => {
      if (isStored) return okAsync(CHECKED);
      if (finding?.state !== 'not-found') return okAsync(UNCHECKED);
      const { asOf } = finding;
      return this.#near(name).map((near) => ({ names: 'checked', notFound: { asOf, near } }));
    });
  }

  #near(name: Name): ResultAsync<readonly string[], StoreUnavailable> {
    const { names } = this.#ports;
    if (names === undefined || this.#left === 0) return okAsync([]);
    this.#left -= 1;
    return toResultAsync(names.near(this.#projectIds, name, this.#options));
  }

  #isStored({ value }: Name): ResultAsync<boolean, StoreUnavailable> {
    const { definitions } = this.#ports;
    if (definitions === undefined || this.#leftStored === 0) return okAsync(false);
    this.#leftStored -= 1;
    return toResultAsync(definitions.find(value, this.#options))
      .map(() => true)
      .orElse((error) => (error.type === 'StrategyNotFound' ? ok(false) : err(error)));
  }
}
