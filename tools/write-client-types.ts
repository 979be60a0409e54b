// Writes the types of the client's package, which has no dependencies, without the schemas that its sources infer them from.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describedDocument } from './described-use-cases.ts';
import { typesOfSchemas } from './types-of-schemas.ts';

interface OperationObject {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly in?: string;
    readonly name?: string;
    readonly description?: string;
    readonly schema?: object;
  }[];
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = join(ROOT, 'packages/client');
const API = 'api.ts';

/** The files of the client that import schemas. */
export const INFERRED = [
  API,
  'cleanup/cleanup-schemas.ts',
  'forecast/forecast-schemas.ts',
  'notify/webhook-schemas.ts',
  'what-if/preview-schemas.ts',
];

/** Writes the declarations of the package into a folder. Those that compile with the schemas would name other packages. */
export function writeClientTypes(into: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'client-types-'));
  try {
    cpSync(join(CLIENT, 'src'), join(folder, 'src'), { recursive: true });
    const types = apiTypes();
    for (const file of INFERRED) {
      const text = file === API ? types : `export type * from '../${API}';\n`;
      writeFileSync(join(folder, 'src', file), text);
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const config = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        lib: ['es2024', 'dom'],
        types: [],
        outDir: into,
        tsBuildInfoFile: join(folder, '.tsbuildinfo'),
        emitDeclarationOnly: true,
        declarationMap: false,
      },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the types of the OpenAPI document. */
function apiTypes(): string {
  const { paths, components } = describedDocument();
  const operations = Object.values(paths).flatMap((ofPath) => Object.values(ofPath));
  const queries = (operations as readonly OperationObject[]).map(querySchemaOf);
  return typesOfSchemas({ ...components.schemas, ...Object.fromEntries(queries) });
}

/** The query parameters of an operation, as one object schema. */
function querySchemaOf({
  operationId,
  parameters,
}: OperationObject): readonly [name: string, schema: object] {
  const inQuery = parameters.filter((each) => each.in === 'query');
  const properties = inQuery.map(({ name, description, schema }) => [
    name,
    { description, ...schema },
  ]);
  return [
    `${operationId}Query`,
    { type: 'object', properties: Object.fromEntries(properties) as object },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Not among those that the compiler writes: it would keep some of them, and write others again.
  const types = join(CLIENT, 'types');
  rmSync(types, { recursive: true, force: true });
  writeClientTypes(types);
}
