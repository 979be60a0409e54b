import {
  type BadData,
  type Change,
  isName,
  MAX_NAME_LENGTH,
  MAX_TITLE_LENGTH,
  type Problem,
  type ScheduledChangeRequest,
  type TargetKind,
  targetValue,
  touchesOf,
} from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import {
  definitionLength,
  type StrategyDefinition,
  type DefinitionUpdate,
} from './strategy-definition.ts';
import type { Project } from './project.ts';
import { isNewName, MAX_NEW_NAME_LENGTH } from './new-name.ts';
import { isOddName, plainNameOf, visibleName } from './odd-name.ts';
import {
  MAX_CHANGES,
  MAX_DEFINITION_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_FEATURES,
  MAX_PARAMETERS,
  MAX_PROBLEMS,
  MAX_TARGETS,
} from './limits.ts';
import { changesIn } from './doubts-of.ts';

const NAME = `1 to ${MAX_NAME_LENGTH} characters, none of them a control character or an unpaired surrogate`;
const NEW_NAME = `1 to ${MAX_NEW_NAME_LENGTH} letters, digits, "_", "~", ".", "-", "!", "*", "'", "(" or ")", and not "." or ".."`;

/** Problems, made one after the other. */
export type Problems = Generator<Problem, void, undefined>;

/** Yields a problem unless a text is a name. */
export function* unlessName(path: string, text: string): Problems {
  if (!isName(text)) yield { path, expected: NAME };
}

/** Yields a problem unless a text is a name that something new can have: no odd one (`isOddName`). */
export function* unlessPlainName(path: string, text: string): Problems {
  if (!isName(text)) yield { path, expected: NAME };
  else if (isOddName(text)) yield { path, expected: `"${plainNameOf(text)}", ${PLAIN}` };
}

const PLAIN = 'in UTF-8, without control characters, and without white space at its ends';

/** What is expected instead of an odd name under which nothing is recorded. */
export function oddNameText(name: string): string {
  const plain = plainNameOf(name);
  const meant = plain === '' ? 'a name' : `"${plain}"`;
  return `${meant}, ${PLAIN}: nothing is recorded as "${visibleName(name)}"`;
}

function* unlessText(path: string, text: string | null | undefined, maxLength: number): Problems {
  if (text === undefined || text === null) return;
  if (text.length > maxLength) yield { path, expected: `at most ${maxLength} characters` };
  else if (!text.isWellFormed() || text.includes('\0')) {
    yield { path, expected: 'text without NUL and unpaired surrogates' };
  }
}

/** Returns what is invalid in a project; empty when nothing is. */
export function problemsOfProject({ id, name }: Project): readonly Problem[] {
  return [...unlessName('id', id), ...unlessText('name', name, MAX_TITLE_LENGTH)];
}

/** Returns what is invalid in a new project, whose id must not be odd (`isOddName`); empty when nothing is. */
export function problemsOfNewProject({ id, name }: Project): readonly Problem[] {
  return [...unlessPlainName('id', id), ...unlessText('name', name, MAX_TITLE_LENGTH)];
}

/** Returns what is invalid in an imported strategy definition; empty when nothing is. */
export function problemsOfStrategy(definition: StrategyDefinition): readonly Problem[] {
  // Unleash may hold parameters that it would not accept today.
  const update = { ...definition, parameters: [] };
  return firstProblems(strategyProblems(unlessName('name', definition.name), update));
}

/** Returns what is invalid in a new strategy definition, whose name must be an `isNewName`; empty when nothing is. */
export function problemsOfNewStrategy(definition: StrategyDefinition): readonly Problem[] {
  const problems = isNewName(definition.name) ? [] : [{ path: 'name', expected: NEW_NAME }];
  return firstProblems(strategyProblems(problems, definition));
}

/** Returns what is invalid in an update of a strategy definition; empty when nothing is. */
export function problemsOfStrategyUpdate(update: DefinitionUpdate): readonly Problem[] {
  return firstProblems(strategyProblems([], update));
}

function* strategyProblems(ofName: Iterable<Problem>, update: DefinitionUpdate): Problems {
  const { displayName, title, description, parameters } = update;
  yield* ofName;
  yield* unlessText('displayName', displayName, MAX_TITLE_LENGTH);
  yield* unlessText('title', title, MAX_TITLE_LENGTH);
  yield* unlessText('description', description, MAX_DESCRIPTION_LENGTH);
  if (parameters.length > MAX_PARAMETERS) {
    yield { path: 'parameters', expected: `at most ${MAX_PARAMETERS}` };
    return;
  }
  for (const [index, parameter] of parameters.entries()) {
    const path = `parameters[${index}]`;
    yield* unlessName(`${path}.name`, parameter.name);
    yield* unlessText(`${path}.description`, parameter.description, MAX_DESCRIPTION_LENGTH);
  }
  if (definitionLength(update) > MAX_DEFINITION_LENGTH) {
    yield {
      path: 'parameters',
      expected: `texts of at most ${MAX_DEFINITION_LENGTH} characters in all`,
    };
  }
}

/** Returns what is invalid in an imported change request; empty when nothing is. */
export function problemsOfChangeRequest(changeRequest: ScheduledChangeRequest): readonly Problem[] {
  return firstProblems(changeRequestProblems(changeRequest, unlessName));
}

/**
 * Returns what is invalid in a change request that a caller records; empty when nothing is. Unleash gives none of what it
 * names an odd name (`isOddName`), except context fields and users.
 */
export function problemsOfNewChangeRequest(
  changeRequest: ScheduledChangeRequest,
): readonly Problem[] {
  return firstProblems(changeRequestProblems(changeRequest, unlessPlainName));
}

const MAY_BE_ODD: ReadonlySet<TargetKind> = new Set(['contextField', 'user']);

function* changeRequestProblems(
  changeRequest: ScheduledChangeRequest,
  unlessValid: typeof unlessName,
): Problems {
  const { id, project, environment, title, features, segments } = changeRequest;
  if (!Number.isSafeInteger(id) || id < 0) {
    yield { path: 'id', expected: 'a whole number from 0 to 2^53 - 1' };
  }
  yield* unlessValid('project', project);
  yield* unlessValid('environment', environment);
  // People may write longer ones in Unleash, and one of them must not cost a project its coverage.
  yield* unlessText('title', title, Infinity);
  if (features.length > MAX_FEATURES) {
    yield { path: 'features', expected: `at most ${MAX_FEATURES}` };
    return;
  }
  const changes = features.reduce((sum, feature) => sum + feature.changes.length, segments.length);
  if (changes > MAX_CHANGES) {
    yield {
      path: 'features',
      expected: `at most ${MAX_CHANGES} changes, those of segments included`,
    };
    return;
  }
  for (const [index, feature] of features.entries()) {
    yield* unlessValid(`features[${index}].name`, feature.name);
    const path = `features[${index}]`;
    const placed = changesIn(feature).map(([change, at]) => [change, `${path}.${at}`] as const);
    yield* payloadProblems(`${path}.changes`, placed, unlessValid);
  }
  const placed = segments.map((change, index) => [change, `segments[${index}]`] as const);
  yield* payloadProblems('segments', placed, unlessValid);
}

function* payloadProblems(
  path: string,
  changes: readonly (readonly [change: Change, at: string])[],
  unlessValid: typeof unlessName,
): Problems {
  let count = 0;
  for (const [change, at] of changes) {
    const touched = touchesOf(change);
    count += touched.length;
    if (count > MAX_TARGETS) {
      yield { path, expected: `changes that touch at most ${MAX_TARGETS} targets` };
      return;
    }
    for (const target of touched) {
      const check = MAY_BE_ODD.has(target.kind) ? unlessName : unlessValid;
      yield* check(`${at}.payload`, targetValue(target));
    }
  }
}

/** Returns the first problems: one more than an error reports, which shows that the list was cut. */
export function firstProblems(problems: Iterable<Problem>): readonly Problem[] {
  const first: Problem[] = [];
  for (const problem of problems) {
    first.push(problem);
    if (first.length > MAX_PROBLEMS) break;
  }
  return first;
}

/** One problem with the input. */
export function badData(path: string, expected: string): BadData {
  return { type: 'BadData', problems: [{ path, expected }] };
}

/** Returns `BadData` if there is any problem. */
export function unlessProblems([first, ...others]: readonly Problem[]): Result<void, BadData> {
  return first === undefined ? ok() : err({ type: 'BadData', problems: [first, ...others] });
}
