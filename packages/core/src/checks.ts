import { err, ok, type Result } from 'neverthrow';
import type { ProjectNotFound, StrategyNotFound } from './errors.ts';
import { isName } from './name.ts';
import { distinctTargets, type SearchedTarget, targetValue } from './target.ts';

/** Returns `ProjectNotFound` for an id that no project can have. */
export const unlessNoProject = (projectId: string): Result<void, ProjectNotFound> =>
  isName(projectId) ? ok() : err({ type: 'ProjectNotFound', projectId });

/** Returns `StrategyNotFound` for a name that no strategy definition can have. */
export const unlessNoStrategy = (name: string): Result<void, StrategyNotFound> =>
  isName(name) ? ok() : err({ type: 'StrategyNotFound', name });

/** Removes duplicates, and targets whose value isn't a valid name: they match nothing. */
export const namedTargets = (anyOf: readonly SearchedTarget[]): readonly SearchedTarget[] =>
  distinctTargets(anyOf).filter((target) => isName(targetValue(target)));
