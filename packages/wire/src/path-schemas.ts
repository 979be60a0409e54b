import { z } from 'zod';

const ID = 'expected a whole number from 0 to 2^53 - 1';

export const changeRequestIdSchema = z
  .preprocess(
    (text) =>
      typeof text === 'string' && /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text,
    z.int({ error: ID }).min(0),
  )
  .describe('The id of the change request.');

export const projectIdSchema = z.string().describe('The id of the project.');

/** The name of a strategy definition in a path. */
export const strategyNameSchema = z.string().describe('The name of the strategy definition.');
