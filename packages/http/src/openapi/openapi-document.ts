import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { adminRoutes, checkBasePath } from '../routes/admin-routes.ts';
import type { AdminUseCases, Route, ServedOptions } from '../routes/route.ts';
import type { Tag } from '../routes/tag.ts';
import { COMMON_HEADERS, COMMON_PARAMETERS, operationObject } from './operation-object.ts';

/** The settings of the document. */
export interface OpenApiOptions extends Pick<ServedOptions, 'capabilities'> {
  /** The path before `/api/admin` where clients see it, such as `/flags`. Empty by default. */
  readonly basePath?: string;
  /** The version of the API. `0` by default. */
  readonly version?: string;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly tags: readonly Tag[];
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: Readonly<Record<string, object>> & {
    /** JSON Schema, by name. */
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

const CALENDAR_KEY = {
  type: 'apiKey',
  in: 'query',
  name: 'key',
  description: 'A key that has only READ_CALENDAR.',
} as const;

/**
 * Describes what `createAdminRouter` serves with these use cases. The document is made of the schemas that check requests.
 * Making it takes some milliseconds, so make it once.
 */
export function openApiDocument<Credentials>(
  useCases: AdminUseCases<Credentials>,
  { basePath = '', version = '0', capabilities }: OpenApiOptions = {},
): OpenApiDocument {
  checkBasePath(basePath);
  const routes = adminRoutes(useCases, { capabilities });
  const tags = new Set(routes.map(({ tag }) => tag));
  const paths = pathsOf(routes);
  // Its type has an index signature where ours has names.
  const document: unknown = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Forewarn admin API',
        version,
        description:
          'Search the scheduled change requests that touch a feature, a strategy or the variants of a feature, ' +
          'and delete strategy definitions safely.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: basePath === '' ? '/' : basePath }],
      security: [{ apiKey: [] }],
      tags: [...tags],
      paths,
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The key itself, or "Bearer ", and the key.',
          },
          ...(routes.some(({ hasKeyInQuery }) => hasKeyInQuery === true)
            ? { calendarKey: CALENDAR_KEY }
            : {}),
        },
        parameters: COMMON_PARAMETERS,
        headers: headersIn(paths),
      },
    },
    { override: withoutPattern },
  );
  return document as OpenApiDocument;
}

/** The headers that operations refer to. A schema refers to none, and its parts are many megabytes of JSON. */
function headersIn(paths: ZodOpenApiPathsObject): Partial<typeof COMMON_HEADERS> {
  const described = JSON.stringify(paths, (_key, value: unknown) =>
    value instanceof z.ZodType ? undefined : value,
  );
  return Object.fromEntries(
    Object.entries(COMMON_HEADERS).filter(([name]) => described.includes(`/headers/${name}"`)),
  );
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, ofPath]) => [
      `/api/admin${path.replaceAll(/:(?<name>\w+)/g, '{$<name>}')}`,
      Object.fromEntries(
        ofPath.map((route) => [route.method.toLowerCase(), operationObject(route)]),
      ),
    ]),
  );
}

/** A format says what zod's pattern of hundreds of characters repeats. */
function withoutPattern({ jsonSchema }: ZodOpenApiOverrideContext): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}
