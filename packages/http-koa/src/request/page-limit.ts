import { z } from 'zod';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
const LIMIT = `expected a whole number from 1 to ${MAX_LIMIT}`;

/** Maximum length of the items of a page as JSON, in bytes. A page has at least one item, however long. */
export const MAX_PAGE_BYTES = 2_097_152;

/** The maximum number of items on a page, as a query parameter. */
export const pageLimitSchema = z
  .preprocess(
    (text) => (typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : text),
    z.int(LIMIT).min(1, LIMIT).max(MAX_LIMIT, LIMIT),
  )
  .default(DEFAULT_LIMIT);

/** Describes {@link pageLimitSchema} for OpenAPI. */
export const limitMeta = (items: string) => ({
  description: `Maximum number of ${items}. A page of long ${items} has fewer.`,
  override: { default: DEFAULT_LIMIT },
});
