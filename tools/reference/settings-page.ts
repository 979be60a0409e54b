import { durationText } from '@forewarn/wire';
import { SECRETS, VARIABLES } from '../../packages/service/src/settings.ts';

type Variable = (typeof VARIABLES)[string];

export const settingsPage = (): string => `# Settings

\`forewarn\` reads its settings from environment variables. An empty variable counts as not set, and white space around a value is left out.
${[...SECRETS].map((name) => `\`${name}\``).join(', ')}, \`FOREWARN_API_KEY\` and \`FOREWARN_WEBHOOK_URL\` can be in a file instead, as a secret of Docker or Kubernetes: \`DATABASE_URL_FILE=/run/secrets/database\`.
A wrong setting ends the command with exit code 2. Where a command opens the store, so does a misspelt name, such as \`GUARD_DELETE\`, and one by which Unleash names its database, such as \`DATABASE_HOST\`.

\`\`\`text
forewarn: MAX_DATA_AGE: expected ${expectedOf(VARIABLES['MAX_DATA_AGE'])}
\`\`\`

${Object.entries(VARIABLES)
  .map(([name, schema]) => sectionOf(name, schema))
  .join('\n')}`;

const sectionOf = (name: string, schema: Variable): string => `## ${name}

${schema.description}

${expectedOf(schema) === '' ? '' : `- Expected: ${expectedOf(schema)}\n`}- Default: ${defaultOf(schema)}
`;

/** Says what a variable expects, from the error for a text that none can have. */
const expectedOf = (schema: Variable | undefined): string =>
  schema?.safeParse('\0').error?.issues[0]?.message.replace(/, not ".*"$/, '') ?? '';

function defaultOf(schema: Variable): string {
  const value = schema.safeParse(undefined).data;
  if (typeof value === 'object' && value !== null && 'path' in value) {
    return `\`sqlite:${String(value.path)}\``;
  }
  if (typeof value === 'number' && expectedOf(schema).startsWith('a duration')) {
    return durationText(value);
  }
  const isNone = value === undefined || value === '' || Array.isArray(value);
  return isNone ? 'none' : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}
