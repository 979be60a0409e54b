import { z } from 'zod';
import type { ErrorBody } from '../errors/error-responses.ts';

/** The body of every error. */
export const errorSchema: z.ZodType<ErrorBody> = z
  .object({
    id: z.uuid().meta({ description: 'New each time, and in the log of the server.' }),
    name: z.string().meta({ description: 'The kind of error.' }),
    message: z.string().meta({ description: 'What went wrong, and what to do.' }),
    details: z
      .array(
        z.object({
          path: z.string().meta({ description: 'Where, as in features[0].name.' }),
          message: z.string(),
        }),
      )
      .exactOptional()
      .meta({ description: 'Each thing that is wrong, of a BadDataError.' }),
  })
  .meta({ id: 'errorSchema' });
