// What docs/reference/differences-from-unleash.md says, and tests compare.

/** What the tests whose titles begin with "differs: " say of Forewarn, and what Unleash 8.2.0 did instead. */
export const OBSERVED: Readonly<Record<string, string>> = {
  'sends Content-Length with an empty body': 'sends an empty body in chunks',
  'returns an id, a name and a message with every error, and details only for bad input':
    'some errors have a message alone; `details` repeats it',
  'sends X-Request-Id with every response': 'sends none',
  'returns AuthenticationRequired and WWW-Authenticate for an invalid key':
    '`UnauthorizedError`, naming a login page',
  'returns NoAccessError for a missing permission, and names it':
    '`PermissionError`, or a message alone',
  'accepts one of 50 concurrent deletes, with one event': 'accepts 37 to 50, with one event each',
  'keeps the whole definition in the event of its deletion': 'keeps only the name',
  'does not collapse repeated slashes: 404': 'collapses them',
  'returns 414 with a body for a path that is too long': '431 without a body',
  'returns 400 for broken percent-encoding': '500; 401 without a key',
  'returns 404 for a name with a control character, or too long':
    '500 with the SQL for NUL; accepts others',
  'returns 400 for raw bytes beyond ASCII in a path': 'reads them as UTF-8',
  'never reads the body of a DELETE': 'parses it: 400, 413 or 415',
  'checks the key before it reads a body': 'parses the body first: 400 or 413',
  'returns 204 with Allow for OPTIONS, with or without a key':
    '200 with an HTML body; 401 without a key',
  'returns 405 with Allow for a method that the path does not have': '404',
  'sends Location as a path from the root': 'sends `strategies/NAME`, relative to the request',
  'records no event when nothing changes': 'records one each time',
  'searches scheduled change requests': '404 in the open-source edition',
  'serves metrics at /metrics': '`/internal-backstage/prometheus`',
  'stores displayName and deprecated of a new definition': 'ignores both',
  'returns parameters with their description and required filled in':
    'returns them as they were sent',
  'leaves out a text that was sent as null': 'stores an empty text',
  'returns 400 for another name in the body of a PUT': 'ignores it: 200',
  'does not coerce types: 400': 'takes `"true"` as true',
  'lists definitions in byte order of their names': 'lists the built-in ones first',
  'accepts JSON bodies of up to 1 MB': '100 kB, then 413',
  'adds and deletes projects over HTTP': '404 in the open-source edition',
};

/** The differences by the OpenAPI document of Unleash, with the operations that have each. */
export const DESCRIBED: Readonly<Record<string, readonly string[]>> = {
  '`displayName` is missing': ['createStrategy', 'getAllStrategies', 'getStrategy'],
  '`description` is missing': ['createStrategy', 'getAllStrategies', 'getStrategy'],
  '403 instead of 500 for a built-in definition': ['updateStrategy', 'removeStrategy'],
  '403 instead of 200 for a built-in definition': ['deprecateStrategy', 'reactivateStrategy'],
  '404 instead of 400 for an invalid name': ['updateStrategy'],
  '`coverage` is not described': ['getProjects'],
  '200 instead of 400 for a wrong `archived`': ['getProjects'],
  '`nextCursor` is not described': ['getEvents'],
  '`feedback` is missing': ['getMe'],
  '`id` is missing': ['getMe'],
  '`splash` is missing': ['getMe'],
};

/** The operations on the paths of both that Forewarn lacks, besides those below a project, which are counted. */
export const LACKING = { operations: ['getEventsForToggle', 'searchEvents'], belowProject: 68 };
