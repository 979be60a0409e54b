import type { ImpactSchema, ProjectsSchema } from '@forewarn/client';
import { asOfProjects } from '../api/as-of-projects.ts';
import { type Send, type Sent, UNREADABLE } from '../api/send.ts';
import { type Asked, bodyOf } from './question.ts';
import type { Impact } from './words.ts';

/**
 * Asks for the impact of each target, in their order, and for the age of the data.
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
  const body = { targets: asked.map(bodyOf) };
  const [listed, sent] = await Promise.all([
    send<ProjectsSchema>({ path: 'projects', signal }),
    asked.length === 0 ? NOTHING : send<ImpactSchema>({ method: 'POST', path, body, signal }),
  ]);
  if (!sent.ok) return sent;
  if (!listed.ok) return listed;
  const value = sent.value?.impacts;
  // A target without a result must not look like one that nothing touches.
  if (value?.length !== asked.length) {
    return UNREADABLE;
  }
  const inScope = listed.value.projects.filter(({ id }) => project === '' || id === project);
  return { ...sent, value, asOf: asOfProjects(inScope) };
}

const NOTHING = { ok: true, value: { impacts: [] }, asOf: undefined, next: undefined } as const;
