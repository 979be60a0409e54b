import {
  type EndedEntry,
  problemsOfChangeRequest,
  problemsOfProject,
  problemsOfStrategy,
  type Problem as DataProblem,
  type StateEntry,
} from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import type { z } from 'zod';
import { endedSchema, scheduledSchema } from './change-request-schema.ts';
import { projectSchema, strategySchema } from './definition-schema.ts';
import type { Element, Unreadable } from './element-walk.ts';

/** What one element of a document is; or what is wrong with it, each with its path. */
export type ReadEntry = Result<StateEntry | EndedEntry, readonly Unreadable[]>;

/** Reads an element of a document. */
export function readEntry({ section, path, value }: Element): ReadEntry {
  return entryOf(section, value).mapErr((problems) =>
    problems.map((problem) => ({ path: `${path}${problem.path}`, what: problem.what })),
  );
}

function entryOf(section: Element['section'], value: unknown): ReadEntry {
  switch (section) {
    case 'projects':
      return parse(projectSchema, value, problemsOfProject).map((project) => ({
        kind: 'project',
        project,
      }));
    case 'strategies':
      return parse(strategySchema, value, problemsOfStrategy).map((definition) => ({
        kind: 'strategy',
        definition,
      }));
    case 'changeRequests':
      return changeRequestEntryOf(value);
  }
}

function changeRequestEntryOf(value: unknown): ReadEntry {
  const ended = endedSchema.safeParse(value);
  if (ended.success) {
    const { id, project: projectId } = ended.data;
    return ok({ kind: 'ended', projectId, id });
  }
  return parse(scheduledSchema, value, problemsOfChangeRequest).map((changeRequest) => ({
    kind: 'scheduled',
    changeRequest,
  }));
}

function parse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  problemsOf: (value: T) => readonly DataProblem[],
): Result<T, readonly Unreadable[]> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    return err(
      parsed.error.issues.map(({ path, message }) => ({
        path: path.map(step).join(''),
        what: message.replace('Invalid input: ', ''),
      })),
    );
  }
  const problems = problemsOf(parsed.data);
  if (problems.length === 0) return ok(parsed.data);
  return err(
    problems.map(({ path, expected }) => ({ path: `.${path}`, what: `expected ${expected}` })),
  );
}

const step = (key: PropertyKey): string =>
  typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
