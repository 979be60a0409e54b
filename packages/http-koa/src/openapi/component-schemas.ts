import { z } from 'zod';
import {
  countsSchema,
  scheduledBodySchema,
  summarySchema,
  timeSchema,
} from '../schemas/change-request-schema.ts';
import { errorSchema } from '../schemas/error-schema.ts';
import { eventSchema, eventsSchema } from '../schemas/event-schema.ts';
import { projectSchema, projectsSchema } from '../schemas/project-schema.ts';
import {
  definitionSchema,
  definitionsSchema,
  newStrategySchema,
  strategyUpdateSchema,
} from '../schemas/strategy-schema.ts';

/** JSON Schema, as OpenAPI 3.1 has it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

const BODY_NAMES: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [timeSchema, 'timeSchema'],
  [scheduledBodySchema, 'recordScheduledChangeRequestSchema'],
  [newStrategySchema, 'createStrategySchema'],
  [strategyUpdateSchema, 'updateStrategySchema'],
  [projectSchema, 'createProjectSchema'],
]);

const ANSWER_NAMES: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [timeSchema, 'timeSchema'],
  [summarySchema, 'changeRequestScheduledResultSchema'],
  [scheduledBodySchema, 'scheduledChangeRequestSchema'],
  [countsSchema, 'recordedCountsSchema'],
  [definitionSchema, 'strategySchema'],
  [definitionsSchema, 'strategiesSchema'],
  [projectSchema, 'projectSchema'],
  [projectsSchema, 'projectsSchema'],
  [eventSchema, 'eventSchema'],
  [eventsSchema, 'eventsSchema'],
  [errorSchema, 'errorSchema'],
]);

/** Schemas that were collected while a document was made. */
export interface ComponentSchemas {
  /** What stands for a schema where it is used: a reference, when it has a name. */
  of(schema: z.ZodType): JsonSchema;
  /** Those that have a name, by it. */
  readonly named: Readonly<Record<string, JsonSchema>>;
}

/** What clients send: what a schema takes. */
export const bodySchemas = (used: readonly z.ZodType[]): ComponentSchemas =>
  componentSchemas(used, BODY_NAMES, 'input');

/** What clients get: what a schema makes. */
export const answerSchemas = (used: readonly z.ZodType[]): ComponentSchemas =>
  componentSchemas(used, ANSWER_NAMES, 'output');

const uri = (id: string): string => `#/components/schemas/${id}`;

function componentSchemas(
  used: readonly z.ZodType[],
  names: ReadonlyMap<z.ZodType, string>,
  io: 'input' | 'output',
): ComponentSchemas {
  const registry = z.registry<{ readonly id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const ids = new Map(names);
  for (const schema of used) {
    if (ids.has(schema)) continue;
    const id = `${UNNAMED}${ids.size}`;
    ids.set(schema, id);
    registry.add(schema, { id });
  }
  const { schemas } = z.toJSONSchema(registry, { io, uri, override: withoutNoise });
  const byId = schemas as Record<string, JsonSchema>;
  for (const schema of Object.values(byId)) {
    // Within a document a schema is named by where it stands.
    delete schema.$id;
    delete schema.$schema;
  }
  return {
    of: (schema) => {
      const id = ids.get(schema) ?? '';
      return names.has(schema) ? { $ref: uri(id) } : (byId[id] ?? {});
    },
    named: Object.fromEntries(Object.entries(byId).filter(([id]) => !id.startsWith(UNNAMED))),
  };
}

const UNNAMED = 'unnamed:';

/** The format says what a pattern of hundreds of characters says again. */
function withoutNoise({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}
