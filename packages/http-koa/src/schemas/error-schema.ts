import { z } from 'zod';
import type { ErrorBody } from '../errors/error-responses.ts';
import { strategyImpactSchema } from './impact-schema.ts';

/** The body of every error. */
export const errorSchema: z.ZodType<ErrorBody> = z
  .object({
    id: z.uuid().meta({ description: 'New for each response, and in the log of the server.' }),
    name: z.string().meta({ description: 'The kind of error.' }),
    message: z.string().meta({ description: 'What is wrong, and what to do.' }),
    details: z
      .array(
        z.object({
          path: z
            .string()
            .meta({ description: 'The path of the value, such as features[0].name.' }),
          message: z.string(),
        }),
      )
      .exactOptional()
      .meta({ description: 'The problems of a BadDataError, at most 100.' }),
    impact: strategyImpactSchema.exactOptional(),
  })
  .meta({ id: 'errorSchema' });
