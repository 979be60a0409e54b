import type { ImpactSchema, ProjectsSchema } from '@forewarn/client';
import { MAX_ASKED, oldestOf } from '@forewarn/core';
import { type Send, type Sent, UNREADABLE } from '../api/send.ts';
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
  const path = `${project === '' ? '' : `projects/${encodeURIComponent(project)}/`}impact`;
  const listed = send<ProjectsSchema>({ path: 'projects', signal });
  const impacts: Impact[] = [];
  // One after the other, because a batch is the most that a key may ask at once.
  for (let start = 0; start < asked.length; start += MAX_ASKED) {
    const targets = asked.slice(start, start + MAX_ASKED).map(bodyOf);
    const sent = await send<ImpactSchema>({ method: 'POST', path, body: { targets }, signal });
    if (!sent.ok) return sent;
    // A target without a result must not look like one that nothing touches.
    if (sent.value.impacts.length !== targets.length) return UNREADABLE;
    impacts.push(...sent.value.impacts);
  }
  const projects = await listed;
  if (!projects.ok) return projects;
  const inScope = projects.value.projects.filter(({ id }) => project === '' || id === project);
  // An impact itself does not say whether everything was listed.
  const asOf = oldestOf(inScope.map(({ coverage }) => coverage));
  return { ...projects, value: impacts, asOf };
}
