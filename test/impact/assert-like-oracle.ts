import assert from 'node:assert/strict';
import {
  type ImpactQuestion,
  type ImpactReport,
  makeGetImpact,
  makeGetProjectImpact,
  type Store,
  type Target,
} from '@forewarn/core';
import type { ImportEntry } from '@forewarn/core/operator';
import { ok, okAsync, type Result } from 'neverthrow';
import { type AskedJson, makeOracle } from './impact-oracle.ts';
import { impactPopulation } from './impact-population.ts';

/** Imports the population into a new store. */
export async function importPopulation(store: Store): Promise<void> {
  const { projects, changeRequests } = expectedOnce().population;
  async function* entries(): AsyncGenerator<Result<ImportEntry, never>> {
    for (const { id, coverage } of projects) {
      yield ok({ kind: 'project', project: { id, name: id }, coverage });
    }
    for (const changeRequest of changeRequests) yield ok({ kind: 'scheduled', changeRequest });
  }
  (await store.transfer.import(entries()))._unsafeUnwrap();
}

/** Sends an impact: to all projects, or to one. */
export type AskImpact = (asked: readonly AskedJson[], projectId?: string) => Promise<unknown>;

/**
 * Asserts that impacts are what the oracle says, over all projects and in single ones. The population must be recorded.
 *
 * @param ask returns the body of the HTTP response
 */
export async function assertLikeOracle(ask: AskImpact): Promise<void> {
  const { population, ofAll, ofProjects } = expectedOnce();
  assertSame(await ask(population.asked), ofAll);
  for (const [id, ofProject] of ofProjects) assertSame(await ask(population.asked, id), ofProject);
}

let known: ReturnType<typeof expectedImpacts> | undefined;

/** The expected impacts, which all stores of a run share: they take seconds. */
const expectedOnce = (): ReturnType<typeof expectedImpacts> => (known ??= expectedImpacts());

function expectedImpacts() {
  const population = impactPopulation();
  const { projects, asked } = population;
  const oracle = makeOracle(population);
  const ids = projects.map(({ id }) => id);
  return {
    population,
    ofAll: oracle(asked, ids, true),
    ofProjects: ids.slice(0, 4).map((id) => [id, oracle(asked, [id], false)] as const),
  };
}

/** Reports the first impact that differs: a difference of two long texts takes minutes. */
function assertSame(actual: unknown, expected: unknown): void {
  const { impacts: found, ...others } = actual as { impacts: readonly unknown[] };
  const { impacts, ...expectedOthers } = expected as { impacts: readonly unknown[] };
  assert.deepEqual(others, expectedOthers);
  for (const [index, impact] of impacts.entries()) assert.deepEqual(found[index], impact);
  assert.equal(found.length, impacts.length);
}

/** Asks a store through the use cases, for a principal that may read every project. */
export function askStore(store: Store): AskImpact {
  const { reader, projects } = store;
  const authorizer = {
    authenticate: () => okAsync({ name: 'ann' }),
    authorize: () => okAsync(),
  };
  const ofAll = makeGetImpact({ authorizer, reader, projects });
  const ofProject = makeGetProjectImpact({ authorizer, reader });
  return async (asked, projectId) => {
    const questions = asked.map(questionOf);
    const report =
      projectId === undefined
        ? await ofAll({ credentials: undefined, questions })
        : await ofProject({ credentials: undefined, questions, projectId });
    return bodyOf(report._unsafeUnwrap(), asked);
  };
}

const bodyOf = ({ impacts, ...others }: ImpactReport, asked: readonly AskedJson[]): unknown =>
  JSON.parse(
    JSON.stringify({
      ...others,
      impacts: impacts.map(({ question: _question, ...impact }, index) => ({
        target: asked[index],
        ...impact,
      })),
    }),
  );

function questionOf({ intent, ...asked }: AskedJson): ImpactQuestion {
  const { strategyId: id, variantForFlag, segment, strategyDefinition, feature = '' } = asked;
  const target = ((): Target => {
    if (id !== undefined) return { kind: 'strategy', id };
    if (variantForFlag !== undefined) return { kind: 'featureVariants', feature: variantForFlag };
    if (segment !== undefined) return { kind: 'segment', id: segment };
    if (strategyDefinition !== undefined) {
      return { kind: 'strategyDefinition', name: strategyDefinition };
    }
    return { kind: 'feature', name: feature };
  })();
  return {
    target,
    ...(target.kind === 'strategy' && asked.feature !== undefined ? { feature } : {}),
    ...(intent === undefined ? {} : { intent: intent as ImpactQuestion['intent'] & string }),
  };
}
