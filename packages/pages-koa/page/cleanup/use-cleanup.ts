import type { CleanupSchema } from '@forewarn/client';
import { pathIn, type Sent, UNREADABLE } from '../api/send.ts';
import { failureOf } from '../api/failure.ts';
import { useSession } from '../api/session.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { isCleanupPage, type Plan, planOf } from './plan.ts';

/** A plan, or the first part of it. */
export interface ReadPlan {
  readonly plan: Plan;
  readonly isWhole: boolean;
}

/** Maximum pages of 100. */
const MAX_PAGES = 100;

const TOO_LONG = {
  ...failureOf('refused', 'The list is too long to read to its end.'),
  advice: 'Choose a project.',
};

/** Reads what can be removed, page by page. */
export function useCleanup(project: string, quietDays: number): Loaded<ReadPlan> {
  const { send } = useSession();
  const first = pathIn(project, `cleanup?quietDays=${quietDays}`);
  return useLoad<ReadPlan>(first, async (signal, pass) => {
    const pages: CleanupSchema[] = [];
    let path: string | undefined = first;
    while (path !== undefined) {
      if (pages.length >= MAX_PAGES) return { ok: false, failure: TOO_LONG };
      const sent: Sent<CleanupSchema> = await send({ path, signal });
      if (!sent.ok) return sent;
      // Without a link, the first page would look like the last one.
      if (!sent.isLinked || !isCleanupPage(sent.value)) return UNREADABLE;
      pages.push(sent.value);
      path = sent.next;
      if (path !== undefined) pass({ plan: planOf(pages, quietDays), isWhole: false });
    }
    const plan = planOf(pages, quietDays);
    const asOf = plan.coverage === 'none' ? 'none' : plan.asOf;
    return { ok: true, value: { plan, isWhole: true }, asOf };
  });
}
