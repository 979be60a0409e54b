import { z } from 'zod';

/** The query of a delete that can be guarded. */
export const guardSchema = z.object({
  guard: z.literal('refuse', { error: 'expected refuse' }).exactOptional().meta({
    description: 'Refuses while a scheduled change request touches or may touch the definition.',
  }),
  acknowledge: z.string().exactOptional().meta({
    description: 'The fingerprint of an impact: deletes only while that impact is current.',
  }),
});

/** The guard that a delete asks for. */
export type Guard = z.output<typeof guardSchema>;
