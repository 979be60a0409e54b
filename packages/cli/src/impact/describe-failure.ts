import type { Failure } from '@forewarn/client';

/** What went wrong, and what to do if the message does not say. */
export function describeFailure(failure: Failure): string {
  const remedy = remedyOf(failure);
  if (remedy === undefined) return failure.message;
  return `${failure.message.replace(/[\s:.]+$/, '')}; ${remedy}`;
}

function remedyOf(failure: Failure): string | undefined {
  switch (failure.type) {
    case 'NoConnection':
    case 'TimedOut':
      return 'check --url, and that the server runs';
    case 'ErrorResponse':
      if (failure.status === 401) return 'set FOREWARN_API_KEY to a key of this server';
      if (failure.status === 404) return 'check --url and --project';
      return undefined;
    case 'UnreadableResponse':
    case 'Aborted':
    case 'NotSent':
    case 'NoCoverage':
      return undefined;
  }
}
