import type { ErrorSchema } from './api.ts';
import type { ErrorResponse } from './outcome.ts';
import { parseJson } from './parse-json.ts';

/** Returns the error in a response. The error of a proxy has only a status. */
export function errorResponseOf({ status, statusText }: Response, text: string): ErrorResponse {
  const { id, name, message, details } = (parseJson(text) ?? {}) as Partial<ErrorSchema>;
  return {
    type: 'ErrorResponse',
    status,
    name: typeof name === 'string' ? name : `HTTP ${status}`,
    message:
      typeof message === 'string'
        ? message
        : `The response is ${status} ${statusText}.`.replace(' .', '.'),
    ...(typeof id === 'string' ? { id } : {}),
    ...(Array.isArray(details) ? { details } : {}),
  };
}
