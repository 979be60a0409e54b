import { isDeepStrictEqual } from 'node:util';
import type { Project, StrategyDefinition } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Question } from './ask-node.ts';
import type { Thing, Write } from './model.ts';
import { changeRequest } from './population.ts';

/** One request and its expected response. */
export interface Attempt {
  readonly question: Question;
  /** The change; absent for a read. */
  readonly write?: Write;
  /** Whether a response is right, given the known state. Not called for refusals. */
  readonly isRight: (status: number, json: unknown) => boolean;
}

export const strategyPath = (name: string): string => `/api/admin/strategies/${name}`;

/** The path of the scheduled change requests of a project. */
export const scheduledPath = (project: string): string =>
  `/api/admin/projects/${project}/change-requests/scheduled`;

/** What a thing that is a change request shall be: one that touches a feature. */
export function contentFor({ key }: Thing, feature: string): ScheduledChangeRequest {
  const [project = '', id] = key.split('/');
  return changeRequest(project, Number(id), feature);
}

/** Adds a thing to a list of its kind. */
export function adding(thing: Thing, path: string, body: Project | StrategyDefinition): Attempt {
  return {
    question: { method: 'POST', path, body },
    write: new Map([[thing, body]]),
    isRight: (status, json) => status === 201 && isDeepStrictEqual(json, body),
  };
}

/** Records or replaces a change request. The status tells which. */
export function putting(thing: Thing, feature: string, expected: number): Attempt {
  const body = contentFor(thing, feature);
  return {
    question: { method: 'PUT', path: `${scheduledPath(body.project)}/${body.id}`, body },
    write: new Map([[thing, body]]),
    isRight: (status, json) => status === expected && isDeepStrictEqual(json, body),
  };
}

export function removing(things: readonly Thing[], path: string): Attempt {
  return {
    question: { method: 'DELETE', path },
    write: new Map(things.map((thing) => [thing, null])),
    isRight: (status, json) => status === 200 && json === undefined,
  };
}
