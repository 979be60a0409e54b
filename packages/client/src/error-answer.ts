import type { ErrorSchema } from './api.ts';
import type { ErrorAnswer } from './outcome.ts';
import { parseJson } from './parse-json.ts';

/** The error in a response. A proxy has another format: then only the status is known. */
export function errorAnswerOf({ status, statusText }: Response, text: string): ErrorAnswer {
  const { id, name, message, details } = (parseJson(text) ?? {}) as Partial<ErrorSchema>;
  return {
    type: 'ErrorAnswer',
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
