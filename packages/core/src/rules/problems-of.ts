import type { Problem } from '../errors.ts';
import { isName, isNewName, MAX_NAME_LENGTH, MAX_NEW_NAME_LENGTH } from '../model/name.ts';
import type { Project } from '../model/project.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';
import { targetValue } from '../model/target.ts';
import { touchesOf } from './touches-of.ts';

const NAME = `1 to ${MAX_NAME_LENGTH} characters, none of them a control character or an unpaired surrogate`;
const NEW_NAME = `1 to ${MAX_NEW_NAME_LENGTH} letters, digits, "_", "~", "." or "-", and not "." or ".."`;
const TEXT = 'text without NUL and unpaired surrogates';

const unlessName = (path: string, text: string): readonly Problem[] =>
  isName(text) ? [] : [{ path, expected: NAME }];

const unlessText = (path: string, text: string | undefined): readonly Problem[] =>
  text === undefined || (text.isWellFormed() && !text.includes('\0'))
    ? []
    : [{ path, expected: TEXT }];

/** What keeps a project from being stored; empty when nothing does. */
export function problemsOfProject({ id, name }: Project): readonly Problem[] {
  return [...unlessName('id', id), ...unlessText('name', name)];
}

/** What keeps a strategy definition from being stored; empty when nothing does. */
export function problemsOfStrategy({ name }: StrategyDefinition): readonly Problem[] {
  return unlessName('name', name);
}

/**
 * What keeps a strategy definition from being added as a new one, whose name has to be as `isNewName` says; empty when
 * nothing does.
 */
export function problemsOfNewStrategy({ name }: StrategyDefinition): readonly Problem[] {
  return isNewName(name) ? [] : [{ path: 'name', expected: NEW_NAME }];
}

/** What keeps a change request from being stored; empty when nothing does. */
export function problemsOfChangeRequest(changeRequest: ScheduledChangeRequest): readonly Problem[] {
  const { id, project, environment, title, features, segments } = changeRequest;
  return [
    ...(Number.isSafeInteger(id) && id >= 0
      ? []
      : [{ path: 'id', expected: 'a whole number from 0 to 2^53 - 1' }]),
    ...unlessName('project', project),
    ...unlessName('environment', environment),
    ...unlessText('title', title),
    ...features.flatMap(({ name, changes }, f) => [
      ...unlessName(`features[${f}].name`, name),
      ...changes.flatMap((change, c) =>
        touchesOf(change).flatMap((target) =>
          unlessName(`features[${f}].changes[${c}].payload`, targetValue(target)),
        ),
      ),
    ]),
    ...segments.flatMap((change, s) =>
      touchesOf(change).flatMap((target) =>
        unlessName(`segments[${s}].payload`, targetValue(target)),
      ),
    ),
  ];
}
