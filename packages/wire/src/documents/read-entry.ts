import type { BadData, ChangeRequestKey, Coverage, Problem as DataProblem } from '@forewarn/core';
import {
  type EndedEntry,
  problemsOfChangeRequest,
  problemsOfProject,
  problemsOfStrategy,
  type StateEntry,
} from '@forewarn/record';
import { type ReadProject, readUnleash } from '../read-unleash.ts';
import { err, ok, type Result } from 'neverthrow';
import type { Element, EntrySection, Unreadable } from './read-elements.ts';

/** The entry of an element, or its problems. */
export type ReadEntry = Result<StateEntry | EndedEntry, readonly Unreadable[]>;

/** A feature of a project, and how it is used, as far as the document says. */
export type ReadFeature = Ok<ReturnType<typeof readUnleash.feature>>;

/** The features that a feature depends on. */
export type ReadDependency = Ok<ReturnType<typeof readUnleash.dependency>>;

type Ok<Read> = Read extends Result<infer Value, unknown> ? Value : never;

export const readFeature = ({ path, value }: Element) =>
  check(readUnleash.feature(value), () => []).mapErr(at(path));

/** Reads the features that a feature depends on. */
export const readDependency = ({ path, value }: Element) =>
  check(readUnleash.dependency(value), () => []).mapErr(at(path));

/** Reads a strategy definition that was deleted. */
export const readDeleted = ({ path, value }: Element) =>
  check(readUnleash.strategy(value), problemsOfStrategy).mapErr(at(path));

/** Reads an element of a document. */
export function readEntry({
  section,
  path,
  value,
}: Omit<Element, 'section'> & { readonly section: EntrySection }): ReadEntry {
  return entryOf(section, value).mapErr(at(path));
}

const at =
  (path: string) =>
  (problems: readonly Unreadable[]): readonly Unreadable[] =>
    problems.map((problem) => ({ path: `${path}${problem.path}`, what: problem.what }));

function entryOf(section: EntrySection, value: unknown): ReadEntry {
  switch (section) {
    case 'projects':
      return check(readUnleash.project(value), problemsOfListed).map(({ id, name, coverage }) => ({
        kind: 'project',
        project: { id, name },
        ...(coverage === undefined ? {} : { coverage: importedCoverage(coverage) }),
      }));
    case 'strategies':
      return check(readUnleash.strategy(value), problemsOfStrategy).map((definition) => ({
        kind: 'strategy',
        definition,
      }));
    case 'changeRequests':
      return check(readUnleash.changeRequest(value), (read) =>
        read.isScheduled ? problemsOfChangeRequest(read.changeRequest) : problemsOfKey(read.key),
      ).map((read) =>
        read.isScheduled
          ? { kind: 'scheduled', changeRequest: read.changeRequest }
          : { kind: 'ended', ...read.key },
      );
  }
}

function problemsOfListed({ coverage, ...project }: ReadProject): readonly DataProblem[] {
  return [...problemsOfProject(project), ...problemsOfCoverage(coverage)];
}

function problemsOfCoverage(coverage?: Coverage): readonly DataProblem[] {
  if (coverage?.kind === 'live') {
    const expected = 'as-of or none: only "forewarn projects live" makes an imported project live';
    return [{ path: 'coverage.kind', expected }];
  }
  const isFuture = coverage?.kind === 'as-of' && Date.parse(coverage.asOf) > Date.now();
  return isFuture ? [{ path: 'coverage.asOf', expected: 'a time that has passed' }] : [];
}

/** The coverage of an imported project: the import is its source, whatever it was before. */
function importedCoverage(coverage: Coverage): Coverage {
  return coverage.kind === 'as-of' ? { ...coverage, source: 'import' } : coverage;
}

/** Its key follows the same rules as that of a scheduled one. */
function problemsOfKey({ id, projectId }: ChangeRequestKey): readonly DataProblem[] {
  const rest = { environment: 'any', state: 'Scheduled', features: [], segments: [] } as const;
  return problemsOfChangeRequest({ id, project: projectId, ...rest });
}

function check<T>(
  read: Result<T, BadData>,
  problemsOf: (value: T) => readonly DataProblem[],
): Result<T, readonly Unreadable[]> {
  return read
    .mapErr(({ problems }) => problems.map(unreadable))
    .andThen((value) => {
      const problems = problemsOf(value).map(unreadable);
      return problems.length === 0 ? ok(value) : err(problems);
    });
}

function unreadable({ path, expected }: DataProblem): Unreadable {
  const isStep = path === '' || path.startsWith('[');
  return { path: isStep ? path : `.${path}`, what: `expected ${expected}` };
}
