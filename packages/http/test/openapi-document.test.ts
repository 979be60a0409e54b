import { RECORDED_EVENT_TYPES } from '@forewarn/record';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openApiDocument } from '../src/index.ts';
import { adminRoutes } from '../src/routes/admin-routes.ts';
import { createAdminWorld } from './admin-world.ts';

const { useCases, everything } = await createAdminWorld();
const whole = openApiDocument(everything, { version: '1.2.3' });

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name?: string; readonly schema?: object }[];
  readonly responses: Readonly<Record<string, object>>;
}

const operationsOf = ({ paths }: typeof whole): ReadonlyMap<string, OperationObject> =>
  new Map(
    Object.entries(paths).flatMap(([path, ofPath]) =>
      Object.entries(ofPath).map(
        ([method, operation]) => [`${method} ${path}`, operation as OperationObject] as const,
      ),
    ),
  );

const SEARCH = 'get /api/admin/projects/{projectId}/change-requests/scheduled';
const DELETE = 'delete /api/admin/strategies/{name}';

describe('openApiDocument', () => {
  test('makes no text of what its schemas are made of', () => {
    const stringify = vi.spyOn(JSON, 'stringify');
    onTestFinished(() => stringify.mockRestore());
    openApiDocument(everything);
    const made = stringify.mock.results.map(({ value }) => String(value).length);

    expect(Math.max(0, ...made)).toBeLessThan(1_000_000);
  });

  test('describes each type of event', () => {
    const { eventSchema } = whole.components.schemas as Readonly<Record<string, object>>;
    const described = JSON.stringify(eventSchema);

    expect(RECORDED_EVENT_TYPES.filter((type) => !described.includes(`"${type}"`))).toEqual([]);
  });

  test('describes exactly the served operations', () => {
    expect([...operationsOf(openApiDocument(useCases)).keys()]).toEqual([SEARCH, DELETE]);
    expect(operationsOf(whole).size).toBe(adminRoutes(everything).length);
  });

  test("names the two operations and the search's response as Unleash does", () => {
    const operations = operationsOf(whole);

    expect(operations.get(SEARCH)).toMatchObject({
      operationId: 'getScheduledChangeRequests',
      tags: ['Change Requests'],
    });
    expect(operations.get(DELETE)).toMatchObject({
      operationId: 'removeStrategy',
      tags: ['Strategies'],
    });
    expect(whole.components.schemas['changeRequestScheduledResultSchema']).toMatchObject({
      type: 'object',
      properties: {
        id: { type: 'number' },
        environment: { type: 'string' },
        title: { type: 'string' },
      },
      required: ['id', 'environment'],
    });
  });

  test('describes a parameter as it is checked', () => {
    const { parameters = [] } = operationsOf(whole).get('get /api/admin/events') ?? {};
    const limit = parameters.find(({ name }) => name === 'limit');

    expect(limit?.schema).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 100,
    });
  });

  test('makes a field with a default optional in a body, and required in a response', () => {
    const { createStrategySchema, strategySchema } = whole.components.schemas;

    expect(createStrategySchema?.['required']).toEqual(['name', 'parameters']);
    expect(strategySchema?.['required']).toEqual(['name', 'parameters', 'deprecated', 'editable']);
  });

  test('names the base path', () => {
    expect(whole.servers).toEqual([{ url: '/' }]);
    expect(openApiDocument(useCases, { basePath: '/flags' }).servers).toEqual([{ url: '/flags' }]);
    expect(whole.info).toMatchObject({ version: '1.2.3' });
  });

  test('refuses an invalid base path', () => {
    expect(() => openApiDocument(useCases, { basePath: 'flags/' })).toThrow(
      'basePath is "flags/": expected "" or a path like "/flags"',
    );
  });
});
