// Checks the OpenAPI document of the whole service with Redocly: ids of operations are unique, parameters of paths described…
import { describedDocument } from './described-use-cases.ts';
import { importTool } from './import-tool.ts';

/** What is used of `@redocly/openapi-core`. */
interface Redocly {
  readonly createConfig: (config: { readonly extends: readonly string[] }) => Promise<object>;
  readonly lintFromString: (document: {
    readonly source: string;
    readonly config: object;
  }) => Promise<readonly { readonly ruleId: string; readonly message: string }[]>;
}

/** No path is both: ids are numbers. */
const DISTINCT = ['/change-requests/scheduled/{id}`', '/change-requests/{id}/forecast`'];

const { createConfig, lintFromString } = await importTool<Redocly>(
  'check',
  '@redocly/openapi-core',
);

const config = await createConfig({ extends: ['recommended-strict'] });
const found = await lintFromString({ source: JSON.stringify(describedDocument()), config });
const problems = found.filter(
  ({ ruleId, message }) =>
    ruleId !== 'no-ambiguous-paths' || !DISTINCT.every((path) => message.includes(path)),
);
for (const { ruleId, message } of problems) console.error(`${ruleId}: ${message}`);
if (problems.length > 0) process.exitCode = 1;
