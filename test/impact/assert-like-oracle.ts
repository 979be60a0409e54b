import assert from 'node:assert/strict';
import { makeGetImpact, makeGetProjectImpact } from '@forewarn/impact';
import type { Store } from '@forewarn/store';
import type { ImportEntry } from '@forewarn/record';
import { impactBody, impactQuestions } from '@forewarn/wire';
import type { OpenStore } from '@forewarn/store-contract';
import { ok, okAsync, type Result } from 'neverthrow';
import { expect, test } from 'vitest';
import { type AskedJson, makeOracle, subjectOf } from './impact-oracle.ts';
import { impactPopulation } from './impact-population.ts';
import { RULES } from './oracle-consequence.ts';
import { KNOWN_ACTIONS } from './oracle-rule.ts';

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
  const ofAll = oracle(asked, ids, true);
  const ofProjects = ids.slice(0, 4).map((id) => [id, oracle(asked, [id], false)] as const);
  assertSaysAll([ofAll, ofProjects], asked);
  return { population, ofAll, ofProjects };
}

/** Every question of the specification. */
const QUESTIONS = [
  'archive feature',
  'delete feature',
  'move feature',
  'import feature',
  'import feature in one environment',
  'become-parent feature',
  'become-child feature',
  'update strategy',
  'update strategy in one environment',
  'delete strategy',
  'delete strategy in one environment',
  'update variants',
  'update variants in one environment',
  'update segment',
  'move segment',
  'delete segment',
  'update definition',
  'delete definition',
  'remove environment',
  'update field',
  'update field to legal values',
  'delete user',
];

const PLACES = [
  'features[]',
  'features[].changes[]',
  'features[].defaultChange',
  'segments[]',
  'createdBy',
  'environment',
  'features',
];

/** Asserts that each question, rule, action and place occurs, so that no comparison is of nothing. */
function assertSaysAll(expected: object, asked: readonly AskedJson[]): void {
  const text = JSON.stringify(expected);
  const said = (field: string): readonly string[] =>
    [...text.matchAll(new RegExp(`"${field}":"([^"]*)"`, 'g'))].map(([, value = '']) => value);
  const questions = asked.flatMap((each) => {
    const { intent, inEnvironment, legalValues } = each;
    const where = inEnvironment === undefined ? '' : ' in one environment';
    const how = legalValues === undefined ? '' : ' to legal values';
    return intent === undefined ? [] : [`${intent} ${subjectOf(each).kind}${where}${how}`];
  });
  const places = said('path').map((path) => path.replaceAll(/\d+/g, ''));
  const actions = said('action').filter((action) => KNOWN_ACTIONS.includes(action));
  assert.deepEqual(new Set(questions), new Set(QUESTIONS));
  // Nothing makes the names of environments known here.
  const rules = Object.keys(RULES).filter((rule) => rule !== 'environment-not-found');
  assert.deepEqual(new Set(said('rule')), new Set(rules));
  assert.deepEqual(new Set(actions), new Set(KNOWN_ACTIONS));
  assert.deepEqual(new Set(places), new Set(PLACES));
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
function askStore(store: Store): AskImpact {
  const { reader, projects } = store;
  const authorizer = {
    authenticate: () => okAsync({ name: 'ann' }),
    authorize: () => okAsync(),
  };
  const ofAll = makeGetImpact({ authorizer, reader, projects });
  const ofProject = makeGetProjectImpact({ authorizer, reader });
  return async (asked, projectId) => {
    const questions = impactQuestions({ targets: [...asked] });
    const command = { credentials: undefined, questions };
    const report =
      projectId === undefined ? await ofAll(command) : await ofProject({ ...command, projectId });
    return JSON.parse(JSON.stringify(impactBody(report._unsafeUnwrap())));
  };
}

/** Declares that a store returns the same impacts of 1,000 targets over 10,000 change requests as the oracle. */
export function testLikeOracle(name: string, open: OpenStore): void {
  test(`${name} returns the same impact of 1,000 targets as the oracle`, async () => {
    const opened = await open();
    try {
      await importPopulation(opened.store);
      const compared = assertLikeOracle(askStore(opened.store));
      await expect(compared).resolves.toBeUndefined();
    } finally {
      await opened.release();
    }
  }, 120_000);
}
