import type { ScheduledChangeRequest } from '@forewarn/core';
import type { ApiKey } from '@forewarn/operate';
import type { StateEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { hashSecret } from '../packages/service/src/keys/api-key-authorizer.ts';
import { READER } from './server-process.ts';

/** A key with read permission only. */
export const readerKey: ApiKey = {
  name: 'reader',
  secretHash: hashSecret(READER),
  permissions: ['PROJECT_CHANGE_REQUEST_READ'],
};

/** The number of projects that share the change requests. */
export const PROJECTS = 100;

/** The number of strategy definitions that are always there. */
export const DEFINITIONS = 100_000;

/** The features that a certain number of change requests of each project touch. */
export const FEATURES = {
  0: 'touched-by-none',
  1: 'touched-once',
  10: 'touched-by-10',
  100: 'touched-by-100',
};

/** The features `f-N` that one change request of each project touches, from the first to and without the last N. */
export const [FIRST_NUMBERED, NUMBERED] = [111, 1_000];

/** Change requests with three targets each, project by project, as projects are imported. */
export async function* population(count: number): AsyncGenerator<Result<StateEntry, never>> {
  for (let project = 0; project < PROJECTS; project++) {
    for (let index = 0; index < count / PROJECTS; index++) {
      yield ok({ kind: 'scheduled', changeRequest: changeRequest(project, index) });
    }
  }
}

/** Strategy definitions, with numbers in their names. */
export async function* definitions(
  prefix: string,
  from: number,
  to: number,
): AsyncGenerator<Result<StateEntry, never>> {
  for (let index = from; index < to; index++) {
    const rest = { parameters: [], deprecated: false, editable: true };
    yield ok({ kind: 'strategy', definition: { name: `${prefix}-${index}`, ...rest } });
  }
}

function changeRequest(project: number, index: number): ScheduledChangeRequest {
  return {
    id: index + 1,
    title: `Change ${index + 1}`,
    environment: 'production',
    project: `project-${project}`,
    state: 'Scheduled',
    schedule: { status: 'pending', scheduledAt: '2027-01-01T00:00:00.000Z' },
    features: [
      {
        name: featureOf(index),
        changes: [
          { action: 'updateStrategy', payload: { id: `s-${index}` } },
          { action: 'patchVariant', payload: {} },
        ],
      },
    ],
    segments: [],
  };
}

function featureOf(index: number): string {
  if (index < 1) return FEATURES[1];
  if (index < 11) return FEATURES[10];
  return index < FIRST_NUMBERED ? FEATURES[100] : `f-${index}`;
}
