import type { Event, Project, StrategyDefinition } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { askNode } from './ask-node.ts';
import { scheduledPath } from './attempts.ts';
import { type Model, nameOf, type Seen, type SeenEvent, type State, stateOf } from './model.ts';
import { featureOf, SHARED } from './population.ts';
import type { Random } from './random.ts';
import type { Node } from './world.ts';

/** Reads the state of an idle service through its API. */
export class Looker {
  readonly #nodes: readonly Node[];
  readonly #random: Random;
  #lastEvent = 0;

  constructor(nodes: readonly Node[], random: Random) {
    this.#nodes = nodes;
    this.#random = random;
  }

  /**
   * Looks at what the model knows of.
   *
   * @param isWhole looks at everything, not just at what was tried in this round
   */
  async look({ things }: Model, isWhole: boolean): Promise<Seen> {
    const states = new Map<string, State>(
      things.filter(({ kind }) => kind !== 'change-request').map((thing) => [nameOf(thing), null]),
    );
    const { strategies } = await this.#get<{ strategies: StrategyDefinition[] }>(
      '/api/admin/strategies',
    );
    for (const each of strategies) {
      if (each.editable) states.set(nameOf({ kind: 'strategy', key: each.name }), each);
    }
    const { projects } = await this.#get<{ projects: Project[] }>('/api/admin/projects');
    // The coverage follows what is recorded in a project, and no write of the project itself changes it.
    for (const { id, name } of projects)
      states.set(nameOf({ kind: 'project', key: id }), { id, name });
    const changeRequests = things.filter(
      ({ kind, isTouched }) => kind === 'change-request' && (isTouched || isWhole),
    );
    for (const thing of changeRequests) {
      const [project = '', id] = thing.key.split('/');
      states.set(nameOf(thing), await this.#find(`${scheduledPath(project)}/${id}`));
    }
    return { states, events: await this.#events(isWhole ? 0 : this.#lastEvent), isWhole };
  }

  /** Searches for all existing and all removed items. Returns the mismatches, in words. */
  async search({ things }: Model, projectIds: readonly string[]): Promise<readonly string[]> {
    const wrong: string[] = [];
    for (const projectId of projectIds) {
      const own = things.filter(
        ({ kind, key }) => kind === 'change-request' && key.startsWith(`${projectId}/`),
      );
      const touched = own.filter(({ isTouched }) => isTouched);
      const features = touched.flatMap(({ states }) => states.filter(isThere).map(featureOf));
      const queries = [[SHARED], ...batchesOf(features)];
      for (const query of queries) {
        const parameters = query.map((feature) => `feature=${feature}`).join('&');
        const path = `${scheduledPath(projectId)}?${parameters}`;
        const found = (await this.#get<{ id: number }[]>(path)).map(({ id }) => id);
        const expected = own
          .map(stateOf)
          .filter(isThere)
          .filter((each) => each.features.some(({ name }) => query.includes(name)))
          .map(({ id }) => id)
          .toSorted((a, b) => a - b);
        if (found.join() !== expected.join()) {
          wrong.push(`${path}: found ${found.join()}, not ${expected.join()}`);
        }
      }
    }
    return wrong;
  }

  /** Oldest first; those after one that was seen before. */
  async #events(after: number): Promise<readonly SeenEvent[]> {
    const events: Event[] = [];
    let cursor = '';
    for (;;) {
      const page = await this.#get<{ events: Event[]; nextCursor?: string }>(
        `/api/admin/events?limit=1000${cursor}`,
      );
      events.push(...page.events.filter(({ id }) => id > after));
      const reached = page.events.some(({ id }) => id <= after);
      if (reached || page.nextCursor === undefined) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    this.#lastEvent = Math.max(this.#lastEvent, events[0]?.id ?? 0);
    return events.toReversed();
  }

  async #get<T>(path: string): Promise<T> {
    const found = await this.#find<T>(path);
    if (found === null) throw new Error(`${path} is not there`);
    return found;
  }

  /** Reads a path of the API; null if there is nothing. */
  async #find<T>(path: string): Promise<T | null> {
    const url = this.#random.pick(this.#nodes)?.url ?? '';
    const reply = await askNode(url, { method: 'GET', path });
    if (reply.type === 'response' && reply.status === 200) return reply.json as T;
    if (reply.type === 'response' && reply.status === 404) return null;
    throw new Error(`${path} can't be read: ${JSON.stringify(reply)}`);
  }
}

const AT_ONCE = 50;

function batchesOf(features: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(features.length / AT_ONCE) }, (_, index) =>
    features.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}

function isThere(state: State): state is ScheduledChangeRequest {
  return state !== null;
}
