import { isDeepStrictEqual } from 'node:util';
import type { Project } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import {
  adding,
  type Attempt,
  contentFor,
  putting,
  removing,
  scheduledPath,
  strategyPath,
} from './attempts.ts';
import { type Model, type State, stateOf, type Thing } from './model.ts';
import { definition, featureOf, SHARED } from './population.ts';
import type { Random } from './random.ts';

const MOST_CHANGE_REQUESTS = 30;
const MOST_FORMER = 20;
const BATCH = 3;

/** One client of the mixed load. No other client changes its items, so it knows each expected response. */
export class LoadClient {
  /** The project of its change requests. */
  readonly project: string;
  readonly #model: Model;
  readonly #random: Random;
  readonly #name: string;
  #made = 0;
  #strategies: Thing[] = [];
  #changeRequests: Thing[] = [];
  #projects: { readonly project: Thing; readonly changeRequest: Thing }[] = [];
  #formerFeatures: string[] = [];

  constructor(name: string, model: Model, random: Random) {
    this.#name = name;
    this.project = `project-${name}`;
    this.#model = model;
    this.#random = random;
  }

  /** What it does before anything else. */
  begin(): Attempt {
    return this.#addProject(this.#model.add('project', this.project));
  }

  /** Forgets what is not there any more, once all is known. */
  settled(): void {
    this.#strategies = this.#strategies.filter(isPresent);
    this.#changeRequests = this.#changeRequests.filter(isPresent);
    this.#projects = this.#projects.filter(({ project }) => isPresent(project));
  }

  next(): Attempt {
    const choices: readonly (readonly [weight: number, () => Attempt | undefined])[] = [
      [8, () => this.#search()],
      [2, () => this.#readStrategy()],
      [1, () => this.#askReady()],
      [2, () => this.#changeStrategy()],
      [4, () => this.#deleteStrategy()],
      [4, () => this.#record()],
      [1, () => this.#recordBatch()],
      [2, () => this.#replace()],
      [3, () => this.#withdraw()],
      [1, () => this.#recordInOther()],
      [1, () => this.#deleteProject()],
    ];
    let drawn = this.#random.between(1, 34);
    for (const [weight, choice] of choices) {
      drawn -= weight;
      if (drawn <= 0) return choice() ?? this.#addStrategy();
    }
    return this.#addStrategy();
  }

  #id(): number {
    this.#made += 1;
    return this.#made;
  }

  #search(): Attempt {
    const known = this.#changeRequests.filter(isPresent);
    const one = this.#random.pick(known.map(contentOf).map(featureOf));
    const former = this.#random.pick(this.#formerFeatures);
    const features = this.#random.pick([[one, former], [one], [former], [SHARED, one]]) ?? [];
    const asked = features.filter((feature) => feature !== undefined);
    const query = asked.map((feature) => `feature=${feature}`).join('&');
    return {
      question: { method: 'GET', path: `${scheduledPath(this.project)}?${query}` },
      isRight: (status, json) => {
        if (status !== 200) return false;
        const ids = (json as readonly { readonly id: number }[]).map(({ id }) => id);
        return this.#isWhatMatches(asked, ids);
      },
    };
  }

  /** Whether exactly the matching ones were found; one whose state is unknown may be there or not. */
  #isWhatMatches(features: readonly string[], ids: readonly number[]): boolean {
    const matches = (state: State): boolean =>
      state !== null &&
      (state as ScheduledChangeRequest).features.some(({ name }) => features.includes(name));
    const found = new Set(ids);
    if (found.size !== ids.length) return false;
    for (const thing of this.#changeRequests) {
      const possible = possibleStates(thing).map(matches);
      const isFound = found.delete(Number(thing.key.split('/')[1]));
      if (!possible.includes(isFound)) return false;
    }
    return found.size === 0;
  }

  #readStrategy(): Attempt | undefined {
    const thing = this.#random.pick(this.#strategies.filter(isPresent));
    if (thing === undefined) return undefined;
    return {
      question: { method: 'GET', path: strategyPath(thing.key) },
      isRight: (status, json) => status === 200 && isDeepStrictEqual(json, stateOf(thing)),
    };
  }

  #askReady(): Attempt {
    return {
      question: { method: 'GET', path: '/ready' },
      isRight: (status) => status === 200,
    };
  }

  #addStrategy(): Attempt {
    const name = `strategy-${this.#name}-${this.#id()}`;
    const thing = this.#model.add('strategy', name);
    this.#strategies.push(thing);
    return adding(thing, '/api/admin/strategies', definition(name, 'new'));
  }

  #changeStrategy(): Attempt | undefined {
    const thing = this.#random.pick(this.#strategies.filter(isPresent));
    if (thing === undefined) return undefined;
    const after = definition(thing.key, `changed ${this.#id()}`);
    const { deprecated: _, editable: __, ...body } = after;
    return {
      question: { method: 'PUT', path: strategyPath(thing.key), body },
      write: new Map([[thing, after]]),
      isRight: (status) => status === 200,
    };
  }

  #deleteStrategy(): Attempt | undefined {
    const thing = this.#random.pick(this.#strategies.filter(isPresent));
    return thing === undefined ? undefined : removing([thing], strategyPath(thing.key));
  }

  #record(): Attempt | undefined {
    if (this.#changeRequests.length > MOST_CHANGE_REQUESTS) return this.#withdraw();
    return putting(this.#newChangeRequest(), this.#feature(), 201);
  }

  #recordBatch(): Attempt {
    const parts = Array.from({ length: BATCH }, (): readonly [Thing, ScheduledChangeRequest] => {
      const thing = this.#newChangeRequest();
      return [thing, contentFor(thing, this.#feature())];
    });
    return {
      question: {
        method: 'POST',
        path: scheduledPath(this.project),
        body: parts.map(([, body]) => body),
      },
      write: new Map(parts),
      isRight: (status, json) =>
        status === 200 && isDeepStrictEqual(json, { created: BATCH, replaced: 0, unchanged: 0 }),
    };
  }

  #replace(): Attempt | undefined {
    const thing = this.#random.pick(this.#changeRequests.filter(isPresent));
    if (thing === undefined) return undefined;
    this.#forget(featureOf(contentOf(thing)));
    return putting(thing, this.#feature(), 200);
  }

  #withdraw(): Attempt | undefined {
    const thing = this.#random.pick(this.#changeRequests.filter(isPresent));
    if (thing === undefined) return undefined;
    this.#forget(featureOf(contentOf(thing)));
    return removing([thing], `${scheduledPath(this.project)}/${contentOf(thing).id}`);
  }

  /** In two steps, makes another project and records something in it. */
  #recordInOther(): Attempt {
    const last = this.#projects.at(-1);
    if (last !== undefined && isPresent(last.project) && last.changeRequest.states.length === 1) {
      if (last.changeRequest.unsettled === undefined) {
        return putting(last.changeRequest, this.#feature(), 201);
      }
    }
    const key = `other-${this.#name}-${this.#id()}`;
    const project = this.#model.add('project', key);
    this.#projects.push({ project, changeRequest: this.#model.add('change-request', `${key}/1`) });
    return this.#addProject(project);
  }

  #deleteProject(): Attempt | undefined {
    const index = this.#projects.findIndex(
      ({ project, changeRequest: inside }) => isPresent(project) && isPresent(inside),
    );
    const [found] = index === -1 ? [] : this.#projects.splice(index, 1);
    if (found === undefined) return undefined;
    const { project, changeRequest: inside } = found;
    return removing([inside, project], `/api/admin/projects/${project.key}`);
  }

  #addProject(thing: Thing): Attempt {
    const project: Project = { id: thing.key, name: `The ${thing.key}` };
    return adding(thing, '/api/admin/projects', project);
  }

  #newChangeRequest(): Thing {
    const thing = this.#model.add('change-request', `${this.project}/${this.#id()}`);
    this.#changeRequests.push(thing);
    return thing;
  }

  #feature(): string {
    return `feature-${this.#name}-${this.#id()}`;
  }

  #forget(feature: string): void {
    this.#formerFeatures = [feature, ...this.#formerFeatures].slice(0, MOST_FORMER);
  }
}

const isPresent = (thing: Thing): boolean =>
  thing.unsettled === undefined && stateOf(thing) !== null;

const contentOf = (thing: Thing): ScheduledChangeRequest =>
  stateOf(thing) as ScheduledChangeRequest;

/** All that it may be. */
function possibleStates(thing: Thing): readonly State[] {
  const { unsettled } = thing;
  return unsettled === undefined
    ? [stateOf(thing)]
    : [stateOf(thing), unsettled.get(thing) ?? null];
}
