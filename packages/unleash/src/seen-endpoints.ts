import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import { doubtsIn } from '@forewarn/record';
import type { Result } from 'neverthrow';
import { z } from 'zod';
import { configSchema } from './claim-origin.ts';
import { profileSchema, userSchema } from './hides-projects.ts';
import { countSchema, pageSchema } from './scheduled-beyond.ts';
import { type EntrySection, readEntry, type Unreadable } from '@forewarn/wire/documents';
import { responseOf } from './response-of.ts';
import { othersOf, rounded, SeenFields, type SentField } from './seen-fields.ts';
import type { UnleashApi } from './unleash-api.ts';
import { elementsIn, jsonIn, type UnleashBody } from './unleash-body.ts';
import type { UnleashFailure } from './unleash-failure.ts';

/** How an endpoint of Unleash responded. */
export interface EndpointReport {
  /** Its path after `/api/admin`, with a placeholder for each name and id. */
  readonly path: string;
  /** How often it responded with each status, or why there was none. */
  readonly responses: Readonly<Record<string, string>>;
  /** How many elements it listed. */
  readonly elements: string;
  /** The fields that can't be read, and why. Empty: the shape is the expected one. */
  readonly missing: readonly string[];
  /** The fields that Forewarn does not know: those of Unleash's API with their types, and how many others. */
  readonly unexpected: readonly string[];
  /** The fields of the payloads of scheduled changes, in the same way, by the known actions and how many others. */
  readonly payloads: Readonly<Record<string, readonly string[]>>;
}

const CHANGE_REQUESTS = '/projects/:project/change-requests';
const CHANGE_REQUEST = `${CHANGE_REQUESTS}/:id`;

/** The endpoints that return lists of elements, and those that return one. */
const SECTIONS: Readonly<Record<string, EntrySection>> = {
  '/projects': 'projects',
  '/strategies': 'strategies',
  [CHANGE_REQUESTS]: 'changeRequests',
  [CHANGE_REQUEST]: 'changeRequests',
};

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  '/ui-config': configSchema,
  '/user': userSchema,
  '/user/profile': profileSchema,
  [`${CHANGE_REQUESTS}/count`]: countSchema,
  '/search/change-requests': pageSchema,
};

/** Endpoints of which little is read. */
const IS_PARTLY_READ: ReadonlySet<string> = new Set(['/ui-config', '/user', '/user/profile']);

/** What the endpoints of an Unleash returned: statuses, fields and types, and nothing that a person has written. */
export class SeenEndpoints {
  readonly #seen = new Map<string, SeenEndpoint>();

  /** Returns the API, whose reads are seen. */
  watch(api: UnleashApi): UnleashApi {
    return {
      ...api,
      get: async (path, signal) => {
        const got = await api.get(path, signal);
        await this.#at(templateOf(path)).add(got);
        return got;
      },
      getValues: async (path, read, signal) => {
        const got = await api.getValues(path, read, signal);
        this.#at(templateOf(path)).addValues(got);
        return got;
      },
      tryValues: async (path, read, signal) => {
        const got = await api.tryValues(path, read, signal);
        this.#at(templateOf(path)).addValues(got.map(({ values }) => values));
        return got;
      },
    };
  }

  report(): readonly EndpointReport[] {
    return [...this.#seen.values()].map((each) => each.report());
  }

  #at(path: string): SeenEndpoint {
    const seen = this.#seen.get(path) ?? new SeenEndpoint(path);
    this.#seen.set(path, seen);
    return seen;
  }
}

class SeenEndpoint {
  readonly #path: string;
  readonly #responses = new Map<string, number>();
  #elements = 0;
  readonly #missing = new Set<string>();
  readonly #unexpected = new SeenFields();
  readonly #payloads = new Map<string, SeenFields>();
  readonly #otherPayloads = new SeenFields();
  readonly #otherActions = new Set<string>();

  constructor(path: string) {
    this.#path = path;
  }

  async add(got: Result<UnleashBody, UnleashFailure>): Promise<void> {
    this.#addResponse(got);
    if (got.isOk()) await this.#addBody(got.value);
  }

  addValues(got: Result<readonly unknown[], UnleashFailure>): void {
    this.#addResponse(got);
    if (got.isOk()) this.#elements += got.value.length;
  }

  report(): EndpointReport {
    return {
      path: this.#path,
      responses: Object.fromEntries(
        [...this.#responses].map(([response, times]) => [response, rounded(times)]),
      ),
      elements: rounded(this.#elements),
      missing: [...this.#missing].toSorted(),
      unexpected: this.#unexpected.report(),
      payloads: this.#reportPayloads(),
    };
  }

  #reportPayloads(): EndpointReport['payloads'] {
    const others = this.#otherActions.size;
    return Object.fromEntries([
      ...[...this.#payloads].map(([action, fields]) => [action, fields.report()] as const),
      ...(others === 0 ? [] : [[othersOf(others), this.#otherPayloads.report()] as const]),
    ]);
  }

  #addResponse(got: Result<unknown, UnleashFailure>): void {
    const response = got.match(() => '200', responseOf);
    this.#responses.set(response, (this.#responses.get(response) ?? 0) + 1);
  }

  async #addBody(body: UnleashBody): Promise<void> {
    const section = SECTIONS[this.#path];
    if (section === undefined || this.#path === CHANGE_REQUEST) {
      jsonIn(body).match((json) => this.#addJson(json, section), this.#addFailure);
      return;
    }
    const elements = elementsIn(body, section);
    if (elements.isErr()) return this.#addFailure(elements.error);
    for await (const element of elements.value) {
      if (element.isErr()) this.#addProblems([element.error]);
      else if (element.value.section === section) this.#addJson(element.value.value, section);
    }
  }

  readonly #addFailure = (failure: UnleashFailure): void => {
    this.#missing.add(responseOf(failure));
  };

  #addJson(json: unknown, section: EntrySection | undefined): void {
    if (section === undefined) return this.#addOne(json);
    this.#elements += 1;
    const entry = readEntry({ section, path: '', value: json });
    if (entry.isErr()) return this.#addProblems(entry.error);
    switch (entry.value.kind) {
      case 'project':
        return this.#addUnexpected(json, entry.value.project);
      case 'strategy':
        return this.#addUnexpected(json, entry.value.definition);
      case 'scheduled':
        this.#addUnexpected(json, entry.value.changeRequest);
        return this.#addPayloads(entry.value.changeRequest);
      case 'ended':
        // Only its key is read.
        return undefined;
    }
  }

  #addOne(json: unknown): void {
    const read = SCHEMAS[this.#path]?.safeParse(json);
    if (read?.success === true && !IS_PARTLY_READ.has(this.#path)) {
      this.#addUnexpected(json, read.data);
    }
    const problems = read?.error?.issues.map(({ path, message }) => ({
      path: z.core.toDotPath(path),
      what: message,
    }));
    this.#addProblems(problems ?? []);
  }

  #addProblems(problems: readonly Unreadable[]): void {
    for (const { path, what } of problems) {
      const location = path.replaceAll(/\[\d+\]/g, '[]').replace(/^\./, '');
      // What follows is of the text.
      const why = what.replace(/^broken JSON: .*/s, 'broken JSON');
      this.#missing.add(location === '' ? why : `${location}: ${why}`);
    }
  }

  #addUnexpected(sent: unknown, read: unknown): void {
    for (const field of unreadFields(sent, read)) this.#unexpected.add(field);
  }

  #addPayloads({ features, segments }: ScheduledChangeRequest): void {
    const changes: readonly Change[] = [...features.flatMap((each) => each.changes), ...segments];
    for (const change of changes) {
      const { payload } = change;
      const fields = this.#fieldsOf(change);
      const isList = Array.isArray(payload);
      const prefix = isList ? '[].' : '';
      for (const each of isList ? payload : [payload]) {
        if (typeof each !== 'object' || each === null) continue;
        for (const [name, value] of Object.entries(each)) fields.add({ prefix, name, value });
      }
    }
  }

  /** The fields of the payloads of the change's action. */
  #fieldsOf(change: Change): SeenFields {
    const { action } = change;
    if (
      doubtsIn({ features: [], segments: [change] }).some(({ why }) => why === 'unknown-action')
    ) {
      this.#otherActions.add(action);
      return this.#otherPayloads;
    }
    const fields = this.#payloads.get(action) ?? new SeenFields();
    this.#payloads.set(action, fields);
    return fields;
  }
}

/** Returns the fields that were sent and not read. It does not look into what is read as it is, such as a payload. */
function* unreadFields(sent: unknown, read: unknown, parent = ''): Generator<SentField> {
  if (sent === read || typeof sent !== 'object' || typeof read !== 'object' || read === null)
    return;
  const prefix = parent === '' ? '' : `${parent}.`;
  for (const [name, value] of Object.entries(sent ?? {})) {
    const known = Object.hasOwn(read, name)
      ? (read as Readonly<Record<string, unknown>>)[name]
      : undefined;
    if (known !== undefined) {
      yield* unreadFields(value, known, Array.isArray(sent) ? `${parent}[]` : `${prefix}${name}`);
    } else if (value !== null) {
      yield { prefix, name, value };
    }
  }
}

const WORDS: ReadonlySet<string> = new Set([
  'change-requests',
  'context',
  'count',
  'environments',
  'features',
  'profile',
  'project',
  'projects',
  'search',
  'segments',
  'strategies',
  'ui-config',
  'user',
]);

/** Returns a path with a placeholder for each name and id. */
const templateOf = (path: string): string =>
  path
    .replace(/\?.*$/, '')
    .split('/')
    .map((step, index, steps) => {
      if (/^projects?$/.test(steps[index - 1] ?? '')) return ':project';
      if (step === '' || WORDS.has(step)) return step;
      return /^\d+$/.test(step) ? ':id' : ':name';
    })
    .join('/');
