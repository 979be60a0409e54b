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
import { endedSchema, endedStateSchema, scheduledSchema } from './change-request-schema.ts';
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
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    return err(
      parsed.error.issues.map(({ path, message }) => ({
        path: path.map(step).join(''),
        what: message.replace(ZOD_SAYS, 'expected'),
      })),
    );
  }
  const problems = problemsOf(parsed.data);
  if (problems.length === 0) return ok(parsed.data);
  return err(
    problems.map(({ path, expected }) => ({ path: `.${path}`, what: `expected ${expected}` })),
  );
}

const ZOD_SAYS = /^Invalid [a-z ]+[:.] expected/i;

const step = (key: PropertyKey): string =>
  typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
