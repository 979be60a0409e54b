import type {
  BadData,
  ChangeRequestKey,
  ScheduledChangeRequest,
  ScheduledChangeRequestSummary,
} from '@forewarn/core';
import {
  badData,
  MAX_BATCH,
  oldestOf,
  type PreconditionFailed,
  type PutOutcome,
} from '@forewarn/record';
import {
  batchSchema,
  changeRequestIdSchema,
  countsSchema,
  scheduledBodySchema,
  scheduledResponseSchema,
  searchSchema,
  searchTargets,
  summarySchema,
} from '@forewarn/wire';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { AdminRequest } from '../request/admin-request.ts';
import {
  type AdminResponse,
  asOfHeader,
  respondWith,
  unlessTooLong,
} from '../response/admin-response.ts';
import { etagOf, holdsIfMatch, preconditionOf } from '../response/etag.ts';
import { type MakeRoutes, route } from './route.ts';
import { TAGS } from './tag.ts';

const tag = TAGS.changeRequests;

const ALL = '/projects/:projectId/change-requests/scheduled';
const ONE = `${ALL}/:id`;

const unlessTooManyMatches = unlessTooLong<ScheduledChangeRequestSummary>(
  'the query',
  ({ environment, title = '' }) => environment.length + title.length,
);

/** The scheduled change requests of a project. */
export const changeRequestRoutes: readonly MakeRoutes[] = [
  route('searchScheduledChangeRequests', 'GET', ALL, {
    id: 'getScheduledChangeRequests',
    tag,
    summary: 'Search the scheduled change requests of a project',
    description:
      'Returns the change requests that touch at least one of the targets in the query, in ascending order of id. ' +
      'Returns none without parameters.',
    permission: 'PROJECT_CHANGE_REQUEST_READ',
    query: searchSchema,
    responses: {
      200: {
        description: 'The matching change requests.',
        schema: z.array(summarySchema),
        headers: ['Forewarn-As-Of'],
      },
    },
    errors: ['ProjectNotFound', 'DataTooOld'],
    handle: ({ caller, param, query, isStrict }, search) =>
      query()
        .andThen((parameters) => searchTargets(parameters, isStrict))
        .asyncAndThen((anyOf) => search({ ...caller, projectId: param('projectId'), anyOf }))
        .andThen(({ coverage, changeRequests }) =>
          unlessTooManyMatches(changeRequests).andThen((body) =>
            respondWith({ body, headers: asOfHeader(oldestOf([coverage])) }),
          ),
        ),
  }),
  route('findScheduledChangeRequest', 'GET', ONE, {
    id: 'getScheduledChangeRequest',
    tag,
    summary: 'Read one scheduled change request',
    description: 'Returns the change request as it was recorded.',
    permission: 'PROJECT_CHANGE_REQUEST_READ',
    isConditional: true,
    responses: { 200: { description: 'The change request.', schema: scheduledResponseSchema } },
    errors: ['ChangeRequestNotFound', 'PreconditionFailed'],
    handle: (request, find) =>
      keyInPath(request)
        .asyncAndThen((key) => find({ ...request.caller, ...key }))
        .andThrough((body) => unlessMismatched(request, body))
        .andThen((body) => respondWith({ body, headers: { ETag: etagOf(body) } })),
  }),
  route('recordScheduledChangeRequest', 'PUT', ONE, {
    id: 'recordScheduledChangeRequest',
    tag,
    summary: 'Record or replace one scheduled change request',
    description: 'The id and the project in the body must be those in the path.',
    permission: 'PROJECT_CHANGE_REQUEST_WRITE',
    isConditional: true,
    body: scheduledBodySchema,
    responses: {
      200: {
        description: 'It was replaced, or unchanged.',
        schema: scheduledResponseSchema,
        headers: ['ETag'],
      },
      201: {
        description: 'It was created.',
        schema: scheduledResponseSchema,
        headers: ['ETag', 'Location'],
      },
    },
    errors: ['ProjectNotFound', 'PreconditionFailed'],
    handle: (request, record) =>
      keyInPath(request).asyncAndThen((key) =>
        request
          .readBody(scheduledBodySchema)
          .andThrough((changeRequest) => unlessOtherKey(changeRequest, key))
          .andThen((changeRequest) =>
            record({ ...request.caller, changeRequest, ...preconditionOf(request.header) }).andThen(
              (recorded) => respondWith(recordedResponse(request, recorded, changeRequest)),
            ),
          ),
      ),
  }),
  route('withdrawScheduledChangeRequest', 'DELETE', ONE, {
    id: 'withdrawScheduledChangeRequest',
    tag,
    summary: 'Withdraw one scheduled change request',
    description: 'Use it once a change request was applied, cancelled or rejected.',
    permission: 'PROJECT_CHANGE_REQUEST_WRITE',
    isConditional: true,
    responses: { 200: { description: 'It was withdrawn.' } },
    errors: ['ChangeRequestNotFound', 'PreconditionFailed'],
    handle: (request, withdraw) =>
      keyInPath(request).asyncAndThen((key) =>
        withdraw({ ...request.caller, ...key, ...preconditionOf(request.header) }),
      ),
  }),
  route('recordScheduledChangeRequests', 'POST', ALL, {
    id: 'recordScheduledChangeRequests',
    tag,
    summary: 'Record many scheduled change requests at once',
    description: `Records 1 to ${MAX_BATCH} change requests of the project: all or none.`,
    permission: 'PROJECT_CHANGE_REQUEST_WRITE',
    body: batchSchema,
    responses: {
      200: {
        description: 'How many were created, replaced and unchanged.',
        schema: countsSchema,
      },
    },
    errors: ['ProjectNotFound'],
    handle: ({ caller, param, readBody }, record) =>
      readBody(batchSchema)
        .andThen((changeRequests) =>
          record({ ...caller, projectId: param('projectId'), changeRequests }),
        )
        .andThen((recorded) => respondWith({ body: countsOf(recorded) })),
  }),
];

function recordedResponse(
  { path }: AdminRequest,
  recorded: PutOutcome,
  body: ScheduledChangeRequest,
): AdminResponse {
  const headers = { ETag: etagOf(body) };
  return recorded === 'created'
    ? { status: 201, body, headers: { ...headers, Location: path } }
    : { body, headers };
}

function countsOf(recorded: readonly PutOutcome[]): Readonly<Record<PutOutcome, number>> {
  const count = (wanted: PutOutcome): number => recorded.filter((each) => each === wanted).length;
  return {
    created: count('created'),
    replaced: count('replaced'),
    unchanged: count('unchanged'),
  };
}

export function keyInPath({ param }: AdminRequest): Result<ChangeRequestKey, BadData> {
  const id = changeRequestIdSchema.safeParse(param('id'));
  return id.success
    ? ok({ projectId: param('projectId'), id: id.data })
    : err(badData('the id in the path', 'a whole number from 0 to 2^53 - 1'));
}

/** Checks `If-Match`. The router checks `If-None-Match` when it responds. */
function unlessMismatched(
  { header }: AdminRequest,
  found: ScheduledChangeRequest,
): Result<void, PreconditionFailed> {
  return holdsIfMatch(header, found) ? ok() : err({ type: 'PreconditionFailed' });
}

function unlessOtherKey(
  changeRequest: ScheduledChangeRequest,
  { projectId, id }: ChangeRequestKey,
): Result<void, BadData> {
  if (changeRequest.id !== id) return err(badData('id', `${id}, as in the path`));
  if (changeRequest.project !== projectId) {
    return err(badData('project', `"${projectId}", as in the path`));
  }
  return ok();
}
