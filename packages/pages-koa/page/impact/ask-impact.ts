import type { ImpactSchema, ProjectsSchema } from '@forewarn/client';
import { type AsOf, olderOf, oldestOf } from '@forewarn/record';
import { MAX_ASKED } from '@forewarn/impact';
import { pathIn, type Send, type Sent, UNREADABLE } from '../api/send.ts';
import { type Asked, bodyOf } from './question.ts';
import type { Impact } from './words.ts';

/**
 * Asks for the impact of each target, in their order and in batches, and for the age of the data.
 *
 * @param project the id of the project, or empty for all
 */
export async function askImpact(
  send: Send,
  asked: readonly Asked[],
  project: string,
  signal: AbortSignal,
): Promise<Sent<readonly Impact[]>> {
  const path = pathIn(project, 'impact');
  if (asked.length === 0) {
    const listed = await send<ProjectsSchema>({ path: 'projects', signal });
    if (!listed.ok) return listed;
    const inScope = listed.value.projects.filter(({ id }) => project === '' || id === project);
    return { ...listed, value: [], asOf: oldestOf(inScope.map(({ coverage }) => coverage)) };
  }
  const impacts: Impact[] = [];
  let asOf: AsOf;
  let whole: Sent<readonly Impact[]> = UNREADABLE;
  // One after the other, because a batch is the most that a key may ask at once.
  for (let start = 0; start < asked.length; start += MAX_ASKED) {
    const targets = asked.slice(start, start + MAX_ASKED).map(bodyOf);
    const sent = await send<ImpactSchema>({ method: 'POST', path, body: { targets }, signal });
    if (!sent.ok) return sent;
    // A target without a result must not look like one that nothing touches.
    if (sent.value.impacts.length !== targets.length) return UNREADABLE;
    impacts.push(...sent.value.impacts);
    asOf = olderOf(asOf, ageOf(sent.value));
    whole = { ...sent, value: impacts, asOf };
  }
  return whole;
}

/** How old the data of an impact is. */
export const ageOf = ({ coverage, asOf }: Pick<ImpactSchema, 'coverage' | 'asOf'>): AsOf =>
  coverage === 'none' ? 'none' : asOf;
