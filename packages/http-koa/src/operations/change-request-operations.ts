import { MAX_BATCH } from '@forewarn/core';
import { z } from 'zod';
import type { Operation } from '../operation.ts';
import {
  batchSchema,
  countsSchema,
  scheduledBodySchema,
  summarySchema,
} from '../schemas/change-request-schema.ts';
import { changeRequestIdSchema, projectIdSchema } from '../schemas/path-schemas.ts';
import { searchSchema } from '../search-targets.ts';

const tag = 'Change Requests';
const ofProject = { projectId: projectIdSchema };
const ofOne = { ...ofProject, id: changeRequestIdSchema };

/** What is scheduled in a project: asked for, recorded, withdrawn. */
export const changeRequestOperations = {
  search: {
    id: 'getScheduledChangeRequests',
    tag,
    summary: 'Search the scheduled change requests of a project',
    description:
      'Answers those that touch any of what the query names, in ascending order of id. ' +
      'Without parameters it answers none.',
    permission: 'PROJECT_CHANGE_REQUEST_READ',
    path: ofProject,
    query: searchSchema,
    answers: { 200: { description: 'What was found.', schema: z.array(summarySchema) } },
    errors: ['ProjectNotFound'],
  },
  find: {
    id: 'getScheduledChangeRequest',
    tag,
    summary: 'Read one scheduled change request',
    description: 'Answers it as it was recorded.',
    permission: 'PROJECT_CHANGE_REQUEST_READ',
    path: ofOne,
    isConditional: true,
    answers: {
      200: { description: 'The change request.', schema: scheduledBodySchema, headers: ['ETag'] },
      304: { description: 'It is as the client has it.', headers: ['ETag'] },
    },
    errors: ['ChangeRequestNotFound', 'PreconditionFailed'],
  },
  record: {
    id: 'recordScheduledChangeRequest',
    tag,
    summary: 'Record or replace one scheduled change request',
    description: 'The id and the project in the body are those in the path.',
    permission: 'PROJECT_CHANGE_REQUEST_WRITE',
    path: ofOne,
    isConditional: true,
    body: scheduledBodySchema,
    answers: {
      200: {
        description: 'It was replaced, or was the same.',
        schema: scheduledBodySchema,
        headers: ['ETag'],
      },
      201: {
        description: 'It is new.',
        schema: scheduledBodySchema,
        headers: ['ETag', 'Location'],
      },
    },
    errors: ['ProjectNotFound', 'PreconditionFailed'],
  },
  recordAll: {
    id: 'recordScheduledChangeRequests',
    tag,
    summary: 'Record many scheduled change requests at once',
    description: `Records 1 to ${MAX_BATCH} of the project, all or none.`,
    permission: 'PROJECT_CHANGE_REQUEST_WRITE',
    path: ofProject,
    body: batchSchema,
    answers: { 200: { description: 'What was done.', schema: countsSchema } },
    errors: ['ProjectNotFound'],
  },
  withdraw: {
    id: 'withdrawScheduledChangeRequest',
    tag,
    summary: 'Withdraw one scheduled change request',
    description: 'For one that was applied, cancelled or rejected.',
    permission: 'PROJECT_CHANGE_REQUEST_WRITE',
    path: ofOne,
    isConditional: true,
    answers: { 200: { description: 'It was withdrawn.' } },
    errors: ['ChangeRequestNotFound', 'PreconditionFailed'],
  },
} as const satisfies Readonly<Record<string, Operation>>;
