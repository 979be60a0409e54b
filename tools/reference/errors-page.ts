import { ERROR_TABLE, type ErrorRow } from '../../packages/http/src/errors/error-table.ts';
import { FOLLOWING_CAPABILITIES } from '../described-use-cases.ts';

/** Every error over HTTP. */
export const ERROR_ROWS: Readonly<Record<string, ErrorRow<never>>> = Object.assign(
  {},
  ERROR_TABLE,
  ...FOLLOWING_CAPABILITIES.flatMap(({ routes }) => routes).map(({ ownErrors }) => ownErrors),
);

/** What an error can carry, as its message shows it. */
const ERROR = {
  projectId: 'PROJECT',
  url: 'UNLEASH_URL',
  name: 'NAME',
  id: 'ID',
  path: 'PATH',
  method: 'METHOD',
  permission: 'PERMISSION',
  allowed: ['GET', 'PUT'],
  problems: [{ path: 'features[0].name', expected: 'string, received number' }],
  coverage: { kind: 'none' },
  retryAfterSeconds: 60,
};

export const errorsPage = (): string => `# Errors

Over HTTP, an error has a body, \`{ "id": …, "name": …, "message": … }\`; the log has the \`id\` as \`errorId\`. If a response has \`Retry-After\`, retry after that many seconds.
[HTTP](http.md#errors) says what the \`details\` of a \`BadDataError\` are.

| type | status | \`name\` | \`message\` | \`Retry-After\` |
| --- | --- | --- | --- | --- |
${Object.entries(ERROR_ROWS)
  .toSorted(([, one], [, other]) => one.status - other.status)
  .map(([type, row]) => rowOf(type, row))
  .join('\n')}
`;

function rowOf(type: string, { status, name, message, headers }: ErrorRow<never>): string {
  const upstream = type.startsWith('Upstream')
    ? { reason: 'What Unleash says, or why it can’t be asked.' }
    : {};
  const error = { ...ERROR, ...upstream } as unknown as never;
  const isRetried = headers?.(error)['Retry-After'] === undefined ? '' : 'yes';
  const text = message(error).replaceAll('|', '\\|').replaceAll('<', '\\<');
  return `| \`${type}\` | ${status} | \`${name}\` | ${text} | ${isRetried} |`;
}
