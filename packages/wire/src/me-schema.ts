import { PERMISSIONS } from '@forewarn/core';
import { z } from 'zod';

/** The caller, in the shape of Unleash's `meSchema`. */
export const meSchema = z
  .object({
    user: z.object({ name: z.string().describe('The name of the key.') }),
    permissions: z.array(
      z.object({
        permission: z.enum(PERMISSIONS),
        project: z
          .string()
          .exactOptional()
          .describe('The only project it is for. Absent if it holds everywhere.'),
      }),
    ),
  })
  .meta({ id: 'meSchema' });
