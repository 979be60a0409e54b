import { describedDocument } from '../described-use-cases.ts';
import { cell, linkTo, rowsOf, type Schema, typeOf } from './schema-rows.ts';

interface Body {
  readonly headers?: object;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly $ref?: string;
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body & { readonly description: string }>>;
}

/** The page on the operations and their fields. */
export function operationsPage(): string {
  const { paths, components } = describedDocument();
  const operations = Object.entries(paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      ...(operation as Operation),
    })),
  );
  const shared = responsesOf(operations[0]).filter((line) =>
    operations.every((each) => responsesOf(each).includes(line)),
  );
  const byTag = Map.groupBy(operations, ({ tags }) => tags[0] ?? '');
  const sections = [...byTag].map(
    ([tag, ofTag]) => `## ${tag}\n\n${ofTag.map((each) => operationText(each, shared)).join('\n')}`,
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    schemaText(name, schema as Schema),
  );
  return `# Operations

What the [OpenAPI document](http.md#openapi) says of each operation. [HTTP](http.md) has what they share, and examples. Each operation can also respond with [errors](errors.md):
${shared.join('; ')}.

${sections.join('\n')}
## Schemas

A field with \`?\` can be absent.

${schemas.join('\n')}`;
}

function operationText(
  { title, summary, description, ...operation }: Operation & Titled,
  shared: readonly string[],
): string {
  const rows = operation.parameters
    .filter(({ $ref }) => $ref === undefined)
    .map(
      (each) => `| \`${each.name}\` | ${each.in} | ${typeOf(each.schema)} | ${cell(each.schema)} |`,
    );
  const parameters = `| parameter | in | type | what it is |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n\n`;
  const body = schemaOf(operation.requestBody);
  const responses = responsesOf(operation).filter((line) => !shared.includes(line));
  return `### ${title}

${summary}. ${description}

${rows.length === 0 ? '' : parameters}${body === undefined ? '' : `Body: ${typeOf(body)}.\n\n`}${responses
    .map((line) => `- ${line}`)
    .join('\n')}
`;
}

const responsesOf = (operation?: Pick<Operation, 'responses'>): readonly string[] =>
  Object.entries(operation?.responses ?? {}).map(
    ([status, response]) =>
      `${status} ${response.description.replace(/\.$/, '')}${ofSchema(response)}`,
  );

interface Titled {
  readonly title: string;
}

const schemaOf = (body?: Body): Schema | undefined =>
  Object.values(body?.content ?? {}).find(({ schema }) => linkTo(schema) !== 'errorSchema')?.schema;

function ofSchema(response: Body): string {
  const schema = schemaOf(response);
  const headers = Object.keys(response.headers ?? {}).map((name) => `\`${name}\``);
  return [
    schema === undefined ? '' : `: ${typeOf(schema)}`,
    headers.length === 0 ? '' : `, with ${headers.join(', ')}`,
  ].join('');
}

function schemaText(name: string, schema: Schema): string {
  const rows = rowsOf(schema).map(({ path, type, text }) => `| \`${path}\` | ${type} | ${text} |`);
  const table = `| field | type | what it is |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  const about = schema.description === undefined ? '' : `${schema.description}\n\n`;
  return `### ${name}\n\n${about}${rows.length === 0 ? `${typeOf(schema)}\n` : table}`;
}
