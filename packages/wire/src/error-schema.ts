import { z } from 'zod';
import type { StrategyImpactBody } from './impact-body.ts';
import { strategyImpactSchema } from './impact-schema.ts';

/** The body of every error response. */
export interface ErrorBody {
  readonly id: string;
  readonly name: string;
  readonly message: string;
  /** The problems of a BadDataError, at most 100. */
  readonly details?: readonly ErrorDetail[];
  /** What a StrategyInUseError would break. */
  readonly impact?: StrategyImpactBody;
}

/** One problem in a request. */
export interface ErrorDetail {
  /** The path of the value: `features[0].name`. Empty for the body as a whole. */
  readonly path: string;
  readonly message: string;
}

export const errorSchema: z.ZodType<ErrorBody> = z
  .object({
    id: z.uuid().describe('New for each response, and in the log of the server.'),
    name: z.string().describe('The kind of error.'),
    message: z.string().describe('What is wrong, and what to do.'),
    details: z
      .array(
        z.object({
          path: z.string().describe('The path of the value, such as features[0].name.'),
          message: z.string(),
        }),
      )
      .exactOptional()
      .describe('The problems of a BadDataError, at most 100.'),
    impact: strategyImpactSchema.exactOptional(),
  })
  .meta({ id: 'errorSchema' });
