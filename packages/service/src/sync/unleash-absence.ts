import { type Blocks, textOf } from '@forewarn/client/exchange';
import { z } from 'zod';
import type { UnleashAbsent } from './unleash-failure.ts';

/** The body of a 404, and its content type. */
interface NotFound {
  readonly type: string;
  readonly blocks: Blocks;
}

/** Maximum number of blocks of an error of Unleash, which is short. */
const MAX_BLOCKS = 1;

const UNSERVED = /^The path you were looking for \(.*\) is not available\.$/;

/** Unleash's errors have an id or details, depending on its version and on where they are from. */
const errorSchema = z
  .object({
    name: z.literal('NotFoundError'),
    message: z.string(),
    id: z.string().optional(),
    details: z.array(z.unknown()).optional(),
  })
  .refine(({ id, details }) => id !== undefined || details !== undefined);

/**
 * Returns what a 404 says is absent. Returns undefined if it is not Unleash's own, such as that of a load balancer, which
 * says nothing about Unleash.
 */
export function unleashAbsence(
  path: string,
  { type, blocks }: NotFound,
): UnleashAbsent | undefined {
  if (!type.includes('json') || blocks.length > MAX_BLOCKS) return undefined;
  const error = errorSchema.safeParse(parse(textOf(blocks)));
  if (!error.success) return undefined;
  return { type: 'UnleashAbsent', path, isServed: !UNSERVED.test(error.data.message) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
