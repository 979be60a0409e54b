import {
  type EndedEntry,
  problemsOfChangeRequest,
  problemsOfProject,
  problemsOfStrategy,
  type Problem as DataProblem,
  type StateEntry,
} from '@forewarn/core';
import {
  endedSchema,
  endedStateSchema,
  parseWith,
  projectSchema,
  scheduledSchema,
  strategySchema,
} from '@forewarn/http-koa';
import { err, ok, type Result } from 'neverthrow';
import type { z } from 'zod';
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
  if (endedStateSchema.safeParse(value).success) {
    return parse(endedSchema, value, problemsOfEnded).map(({ id, project }) => ({
      kind: 'ended',
      projectId: project,
      id,
    }));
  }
  return parse(scheduledSchema, value, problemsOfChangeRequest).map((changeRequest) => ({
    kind: 'scheduled',
    changeRequest,
  }));
}

/** It is named as one that is scheduled is. */
function problemsOfEnded({ id, project }: z.output<typeof endedSchema>): readonly DataProblem[] {
  const rest = { environment: 'any', state: 'Scheduled', features: [], segments: [] } as const;
  return problemsOfChangeRequest({ id, project, ...rest });
}

function parse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  problemsOf: (value: T) => readonly DataProblem[],
): Result<T, readonly Unreadable[]> {
  return parseWith(schema, value, false)
    .mapErr(({ problems }) => problems.map(unreadable))
    .andThen((parsed) => {
      const problems = problemsOf(parsed).map(unreadable);
      return problems.length === 0 ? ok(parsed) : err(problems);
    });
}

function unreadable({ path, expected }: DataProblem): Unreadable {
  const isStep = path === '' || path.startsWith('[');
  return { path: isStep ? path : `.${path}`, what: `expected ${expected}` };
}
