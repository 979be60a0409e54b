/** The operations of forecasts. */
export const forecastOperations = {
  getForecastsForProject: ['GET', '/api/admin/projects/{projectId}/change-requests/forecast'],
  getForecasts: ['GET', '/api/admin/change-requests/forecast'],
  getForecastForChangeRequest: [
    'GET',
    '/api/admin/projects/{projectId}/change-requests/{id}/forecast',
  ],
} as const;
