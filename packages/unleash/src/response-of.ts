import { MAX_ONE_BYTES } from './unleash-body.ts';
import { EMPTY_LIST, type UnleashFailure } from './unleash-failure.ts';

/** How the texts about what is found in place of Unleash's API begin. */
const FOUND: readonly string[] = [
  'a redirect',
  'a part (206)',
  'a 404 of application/json',
  'a 404 of text/html',
  'a 404 of text/plain',
  'a 404 of no content type',
  'a 404',
  'application/json',
  'text/html',
  'text/plain',
  'no content type',
  'broken JSON',
  'JSON of too many values or levels',
  'one page of a longer list',
  'something other than a list',
  'an element without a readable',
  `more than ${MAX_ONE_BYTES} bytes`,
  EMPTY_LIST,
  'no projects',
  'no strategies',
  'no features',
  'no segments',
  'no environments',
];

/** Returns the status of a failure, or the sort of it: its texts can have addresses, and parts of a response. */
export function responseOf(failure: UnleashFailure): string {
  switch (failure.type) {
    case 'UnleashRefused':
      return String(failure.status);
    case 'UnleashAbsent':
      return failure.isServed ? '404' : '404, not served';
    case 'UnleashUnavailable':
      return /^status (?<status>\d{3})$/.exec(failure.reason)?.groups?.['status'] ?? 'no response';
    case 'UnleashUnreadable':
      return FOUND.find((each) => failure.found.startsWith(each)) ?? 'something else';
    case 'UnleashTooLarge':
    case 'UnleashForeign':
      return failure.type;
  }
}
