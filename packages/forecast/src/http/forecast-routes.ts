import {
  type AdminError,
  type AdminRequest,
  type AdminResponse,
  asOfHeader,
  cursorOf,
  keyInPath,
  linkHeader,
  type MakeRoutes,
  respondWith,
  routeOver,
  TAGS,
} from '@forewarn/http/capability';
import type { Result, ResultAsync } from 'neverthrow';
import { z } from 'zod';
import type { Forecast } from '../forecast.ts';
import type {
  ForecastCommand,
  ForecastData,
  ForecastPage,
  ForecastUseCases,
} from '../forecasts.ts';
import { forecastQuery, forecastQuerySchema } from './forecast-query.ts';
import { type ForecastBody, forecastSchema, forecastWithBreaksSchema } from './forecast-schema.ts';

const route = routeOver<ForecastUseCases<unknown>>({});

const tag = TAGS.changeRequests;
const dataHeaders = ['Forewarn-As-Of', 'Forewarn-Reasons'] as const;

const page = {
  tag,
  query: forecastQuerySchema,
  responses: {
    200: {
      description: 'A page of forecasts. It can be short, or empty, and still have a next one.',
      schema: z.array(forecastSchema),
      headers: [...dataHeaders, 'Link'],
    },
  },
} as const;

/** Which scheduled changes will not go as planned. */
export const forecastRoutes: readonly MakeRoutes<ForecastUseCases<unknown>>[] = [
  route('getProjectForecasts', 'GET', '/projects/:projectId/change-requests/forecast', {
    ...page,
    id: 'getForecastsForProject',
    summary: 'See which scheduled changes of a project will not go as planned',
    description:
      'Returns the change requests that fail, are suspended or have another effect than planned because of what else is scheduled, in any project, or is gone, and those of which a cause leaves it unknown: the soonest first. Of others, their own forecasts say whether doubts leave it unknown.',
    permission: 'PROJECT_CHANGE_REQUEST_READ',
    errors: ['ProjectNotFound'],
    handle: (request, getForecasts) => {
      const projectId = request.param('projectId');
      return respondWithPage(request, projectId, (query) =>
        getForecasts({ ...request.caller, ...query, projectId }),
      );
    },
  }),
  route('getForecasts', 'GET', '/change-requests/forecast', {
    ...page,
    id: 'getForecasts',
    summary: 'See which scheduled changes of all projects will not go as planned',
    description:
      'The same over all projects in which the key has PROJECT_CHANGE_REQUEST_READ: by time, project and id.',
    permission: undefined,
    errors: ['NoAccess'],
    handle: (request, getForecasts) =>
      respondWithPage(request, undefined, (query) => getForecasts({ ...request.caller, ...query })),
  }),
  route('getForecast', 'GET', '/projects/:projectId/change-requests/:id/forecast', {
    tag,
    id: 'getForecastForChangeRequest',
    summary: 'See how one scheduled change request will go, and what it breaks',
    description:
      'Returns its forecast, whatever it is: `unknown` instead of `as-planned` if there are reasons. One that failed, is suspended, is overdue or has no time has no causes, and breaks nothing. `breaks` has the others that will not go as planned because of it.',
    permission: 'PROJECT_CHANGE_REQUEST_READ',
    responses: {
      200: {
        description: 'The forecast, and what it breaks.',
        schema: forecastWithBreaksSchema,
        headers: dataHeaders,
      },
    },
    errors: ['ChangeRequestNotFound'],
    handle: (request, getForecast) =>
      keyInPath(request)
        .asyncAndThen((key) => request.heavily(() => getForecast({ ...request.caller, ...key })))
        .andThen(({ forecast, ...data }) =>
          respondWith({
            body: { ...forecast, reasons: data.reasons },
            headers: headersOf(data),
          }),
        ),
  }),
];

/** @param projectId the project of the page; undefined for all projects */
const respondWithPage = (
  request: AdminRequest,
  projectId: string | undefined,
  getPage: (query: ForecastCommand) => ResultAsync<ForecastPage, AdminError>,
) =>
  request.query().asyncAndThen((parameters) =>
    forecastQuery(parameters, request.isStrict, projectId, Date.now())
      .asyncAndThen((query) => request.heavily(() => getPage(query)))
      .andThen((found) => pageResponse(request, found)),
  );

function pageResponse(
  request: AdminRequest,
  { forecasts, next, ...data }: ForecastPage,
): Result<AdminResponse, AdminError> {
  // Without its reasons, because a gateway removes them, the last page must be no all-clear.
  const hasLink = next !== undefined || data.reasons.length === 0;
  return linkHeader(request, next && cursorOf('forecast', next)).map((link) => ({
    body: forecasts.map((forecast) => forecastBody(forecast, data)),
    headers: { ...headersOf(data), ...(hasLink ? link : {}) },
  }));
}

const forecastBody = (forecast: Forecast, { reasons }: ForecastData): ForecastBody => ({
  ...forecast,
  reasons,
});

/** Tells what a page without forecasts can't: how old the data is, and why it may lack causes. */
const headersOf = ({ coverage, asOf, reasons }: ForecastData) => ({
  ...asOfHeader(coverage === 'none' ? coverage : asOf),
  ...(reasons.length === 0 ? {} : { 'Forewarn-Reasons': reasons.join(', ') }),
});
