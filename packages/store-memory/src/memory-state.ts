import {
  type ChangeRequestKey,
  type Coverage,
  readingsIn,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestSummary,
  summaryOf,
  targetsOf,
} from '@forewarn/core';
import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  compareBytes,
  type Doubt,
  doubtsIn,
  type Event,
  type EventContent,
  type ListingEntry,
  listingEntryOf,
  type Name,
  type NameKind,
  type Project,
  type SilentChanges,
  type TouchedTarget,
} from '@forewarn/record';
import { TargetIndex } from './target-index.ts';

/** A change request as immutable JSON text, with its summary and its entry in listings. */
export interface KeptChangeRequest extends ScheduledChangeRequestSummary {
  readonly project: string;
  readonly entry: ListingEntry;
  readonly text: string;
}

/** All names of a kind that a project had at a time, and those that were added since. */
interface KeptNames {
  readonly asOf: string;
  /** With the time at which each was added, in milliseconds since 1970; 0 for those of the list. */
  readonly values: Map<string, number>;
}

/** Lists of names of a project that were replaced. */
export interface ReplacedNames {
  readonly project: ProjectState;
  readonly kinds: ReadonlySet<NameKind>;
  /** ISO 8601, UTC. */
  readonly asOf: string;
}

/** Returns a copy of a change request. */
export const parsed = ({ text }: KeptChangeRequest): ScheduledChangeRequest =>
  JSON.parse(text) as ScheduledChangeRequest;

const NONE: Coverage = { kind: 'none' };

/** The state of one project. */
export class ProjectState {
  project: Project;
  /** Undefined until something is recorded, or an import names the project. */
  #coverage: Coverage | undefined;
  readonly changeRequests = new Map<number, KeptChangeRequest>();
  readonly doubts = new Map<KeptChangeRequest, readonly Doubt[]>();
  readonly index = new TargetIndex<KeptChangeRequest>();
  readonly names = new Map<NameKind, KeptNames>();

  constructor(project: Project) {
    this.project = project;
  }

  get coverage(): Coverage {
    return this.#coverage ?? NONE;
  }

  set coverage(coverage: Coverage) {
    this.#coverage = coverage;
  }

  put(text: string): void {
    const changeRequest = JSON.parse(text) as ScheduledChangeRequest;
    this.remove(changeRequest.id);
    const readings = readingsIn(changeRequest);
    const entry = listingEntryOf(changeRequest, readings);
    const targets = targetsOf(changeRequest, readings);
    const kept = {
      ...summaryOf(changeRequest),
      project: this.project.id,
      entry,
      text,
    };
    this.changeRequests.set(kept.id, kept);
    this.index.add(kept, targets);
    const doubts = doubtsIn(changeRequest, readings);
    if (doubts.length > 0) this.doubts.set(kept, doubts);
  }

  remove(id: number): void {
    const kept = this.changeRequests.get(id);
    if (kept === undefined) return;
    this.index.remove(kept, targetsOf(parsed(kept)));
    this.doubts.delete(kept);
    this.changeRequests.delete(id);
  }

  /** The change requests in ascending order of id. */
  inOrder(): readonly KeptChangeRequest[] {
    return [...this.changeRequests.values()].toSorted((a, b) => a.id - b.id);
  }

  /** A change request is recorded. */
  recorded(): void {
    this.#coverage ??= { kind: 'live' };
  }

  /** An import names the project: from now on, recording does not make it live. */
  imported(): void {
    this.#coverage ??= NONE;
  }
}

/** The state of a memory store. Its methods are synchronous, so each is one atomic step. */
export class MemoryState {
  readonly projects = new Map<string, ProjectState>();
  /** JSON text by name. */
  readonly strategies = new Map<string, string>(
    BUILT_IN_STRATEGY_DEFINITIONS.map((definition) => [
      definition.name,
      JSON.stringify(definition),
    ]),
  );
  readonly events: Event[] = [];
  /** The last event of each strategy definition that was deleted, by name. */
  readonly deletedStrategies = new Map<string, Event>();
  isOpen = true;
  /** Is called after each event, and when the store closes. */
  onEvent: () => void = () => {};
  /** Is called when a project is deleted. */
  onProjectDeleted: (id: string) => void = () => {};
  /** Is called with what is changed without an event. */
  keepChanges: (changes: SilentChanges) => void = () => {};
  /** Returns what a change request that is written or removed may affect. */
  affectedBy: (kept: KeptChangeRequest) => readonly TouchedTarget[] = () => [];
  /** Is called when lists of names are replaced. */
  onNamesReplaced: (lists: ReplacedNames, changes: SilentChanges) => void = () => {};
  /** Is called when a name is new. */
  onNameAdded: (project: ProjectState, name: Name, changes: SilentChanges) => void = () => {};

  addProject(project: Project): ProjectState {
    const state = new ProjectState({ id: project.id, name: project.name });
    this.projects.set(project.id, state);
    return state;
  }

  /** The projects with these ids that exist, in byte order; all projects without ids. */
  projectsIn(ids: Iterable<string> = this.projects.keys()): readonly ProjectState[] {
    return [...new Set(ids)]
      .flatMap((id) => this.projects.get(id) ?? [])
      .toSorted(byByteOrder(({ project }) => project.id));
  }

  keptAt({ projectId, id }: ChangeRequestKey): KeptChangeRequest | undefined {
    return this.projects.get(projectId)?.changeRequests.get(id);
  }

  log(
    content: EventContent,
    by: string,
    where: { readonly project?: string; readonly environment?: string } = {},
  ): void {
    const event: Event = {
      id: this.events.length + 1,
      ...(JSON.parse(JSON.stringify(content)) as EventContent),
      createdAt: new Date().toISOString(),
      createdBy: by,
      ...where,
    };
    this.events.push(event);
    if (event.type === 'strategy-deleted') this.deletedStrategies.set(event.preData.name, event);
    this.onEvent();
  }

  /** Records the event of a removal. */
  logWithdrawn(kept: KeptChangeRequest, by: string): void {
    const { project, environment } = kept;
    const type = 'change-request-schedule-withdrawn';
    this.log({ type, data: null, preData: parsed(kept) }, by, { project, environment });
  }
}

const encoder = new TextEncoder();

/** The length of a text in UTF-8. */
export const bytesOf = (text: string): number => encoder.encode(text).length;

/** Compares items by the bytes of a text in UTF-8, which is not how JavaScript compares strings. */
export function byByteOrder<T>(textOf: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => compareBytes(textOf(a), textOf(b));
}
