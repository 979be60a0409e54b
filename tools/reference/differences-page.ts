import { DESCRIBED, LACKING, OBSERVED } from '../../test/unleash/differences.ts';

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

export const differencesPage = (): string => `# Differences from Unleash

Clients of Unleash's admin API work with Forewarn for the operations that both have, with these deliberate differences.

## Different responses

Each row is a test of [the service](../../packages/service/test/http) or of [http](../../packages/http/test).

| Forewarn | Unleash 8.2.0 |
| --- | --- |
${Object.entries(OBSERVED)
  .map(([ours, theirs]) => `| ${ours} | ${theirs} |`)
  .join('\n')}

## By Unleash's OpenAPI document

\`npm run test:unleash\` checks both against Unleash's document. On the paths \`/strategies\`, \`/projects\`, \`/events\` and
\`/search/events\`, Forewarn lacks ${code(LACKING.operations)} and the ${LACKING.belowProject} operations below a project.

| Forewarn | operations |
| --- | --- |
${Object.entries(DESCRIBED)
  .map(([difference, operations]) => `| ${difference} | ${code(operations)} |`)
  .join('\n')}
`;
