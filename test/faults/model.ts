import { isDeepStrictEqual } from 'node:util';

/** What a thing is at a moment, as JSON; null when it is not there. */
export type State = object | null;

/** The kinds of things. A thing is told from others by its kind and its key. */
export type Kind = 'strategy' | 'project' | 'change-request';

/** A thing that the service keeps, and all that is known to have become of it. */
export interface Thing {
  readonly kind: Kind;
  readonly key: string;
  /** What it was after each change that was acknowledged; at first it was not there. */
  readonly states: readonly State[];
  /** A change whose outcome is unknown. */
  readonly unsettled?: Write;
  /** Whether anything was tried in this round. */
  readonly isTouched: boolean;
}

/** A change of one or more things in one atomic step. */
export type Write = ReadonlyMap<Thing, State>;

/** An event, as the service lists it. */
export interface SeenEvent {
  readonly type: string;
  readonly data: State;
  readonly preData: State;
}

/** What the service says of itself while nothing else goes on. */
export interface Seen {
  /** All things that were looked for, by kind and key; null where there was none. */
  readonly states: ReadonlyMap<string, State>;
  /** Oldest first. */
  readonly events: readonly SeenEvent[];
  /** Whether the events are all that there ever were, or those since the last check. */
  readonly isWhole: boolean;
}

/** What is wrong, in words. */
export interface Verdict {
  /** What was acknowledged and is not there. */
  readonly lost: readonly string[];
  /** Everything else: half of a change, an event twice, a thing from nowhere. */
  readonly wrong: readonly string[];
}

export const nameOf = ({ kind, key }: Pick<Thing, 'kind' | 'key'>): string => `${kind} ${key}`;

export const stateOf = ({ states }: Thing): State => states.at(-1) ?? null;

type MutableThing = { -readonly [Field in keyof Thing]: Thing[Field] } & {
  states: State[];
  /** Those of its changes that have an event. */
  told: Change[];
  /** How many of them had it at the last check. */
  checked: number;
};

type Change = readonly [before: State, now: State];

/** Whether the change of a thing has an event of its own: one event tells that a project is deleted with all that it had. */
const hasEvent = ({ kind }: Thing, write: Write): boolean =>
  kind !== 'change-request' ||
  ![...write].some(([other, now]) => other.kind === 'project' && now === null);

/** What must be true of a service, from what it has acknowledged. */
export class Model {
  readonly #things = new Map<string, MutableThing>();

  /** All things that were ever tried. */
  get things(): readonly Thing[] {
    return [...this.#things.values()];
  }

  add(kind: Kind, key: string): Thing {
    const thing: MutableThing = {
      kind,
      key,
      states: [null],
      isTouched: false,
      told: [],
      checked: 0,
    };
    this.#things.set(nameOf(thing), thing);
    return thing;
  }

  /** Marks the outcome of the change as unknown. */
  begin(write: Write): void {
    for (const thing of this.#mutable(write)) {
      thing.unsettled = write;
      thing.isTouched = true;
    }
  }

  /** The change happened. */
  acknowledge(write: Write): void {
    this.#settle(write, true);
  }

  /** Compares the expected state with the actual one, and adopts the actual one where it was unknown. */
  check(seen: Seen): Verdict {
    const verdict = { lost: [] as string[], wrong: [] as string[] };
    const events = Map.groupBy(seen.events, nameOfEvent);
    const happened = new Map<Write, boolean>();
    for (const [name, thing] of this.#things) {
      const own = events.get(name) ?? [];
      events.delete(name);
      const from = seen.isWhole ? 0 : thing.checked;
      const extra = own.length - (thing.told.length - from);
      checkEvents(thing, from, own, verdict);
      if (thing.unsettled !== undefined && hasEvent(thing, thing.unsettled)) {
        const before = happened.get(thing.unsettled);
        const now = extra === 1;
        if (before !== undefined && before !== now) verdict.wrong.push(`${name}: half of a change`);
        happened.set(thing.unsettled, before ?? now);
      }
    }
    for (const [write, isDone] of happened) this.#settle(write, isDone);
    for (const [name, own] of events) {
      verdict.wrong.push(`${name}: ${own.length} events of a thing from nowhere`);
    }
    this.#checkStates(seen, verdict);
    for (const thing of this.#things.values()) thing.checked = thing.told.length;
    return verdict;
  }

  /** What was tried until now counts as looked at. */
  endRound(): void {
    for (const thing of this.#things.values()) thing.isTouched = false;
  }

  #checkStates({ states }: Seen, { lost, wrong }: Collected): void {
    for (const [name, state] of states) {
      const thing = this.#things.get(name);
      if (thing === undefined) {
        if (state !== null) wrong.push(`${name}: is there, from nowhere`);
      } else if (!isDeepStrictEqual(state, stateOf(thing))) {
        const isLost = state === null || thing.states.some((old) => isDeepStrictEqual(old, state));
        (isLost ? lost : wrong).push(
          `${name}: is ${JSON.stringify(state)}, not ${JSON.stringify(stateOf(thing))}`,
        );
      }
    }
  }

  #settle(write: Write, isDone: boolean): void {
    for (const thing of this.#mutable(write)) {
      if (isDone) {
        const now = write.get(thing) ?? null;
        if (hasEvent(thing, write)) thing.told.push([stateOf(thing), now]);
        thing.states.push(now);
      }
      delete thing.unsettled;
    }
  }

  #mutable(write: Write): readonly MutableThing[] {
    return [...write.keys()].map((thing) => thing as MutableThing);
  }
}

type Collected = { readonly lost: string[]; readonly wrong: string[] };

/** Each told change has one event, in order, with the state before and after. One whose outcome is unknown may have one. */
function checkEvents(
  thing: MutableThing,
  from: number,
  events: readonly SeenEvent[],
  { lost, wrong }: Collected,
): void {
  const { unsettled } = thing;
  const isOpen = unsettled !== undefined && hasEvent(thing, unsettled);
  const acknowledged = thing.told.slice(from);
  const possible: readonly Change[] = isOpen
    ? [...acknowledged, [stateOf(thing), unsettled.get(thing) ?? null]]
    : acknowledged;
  if (events.length < acknowledged.length) {
    lost.push(`${nameOf(thing)}: ${events.length} of ${acknowledged.length} events`);
  } else if (events.length > possible.length) {
    wrong.push(`${nameOf(thing)}: ${events.length} events, at most ${possible.length} changes`);
  }
  for (const [index, event] of events.entries()) {
    const change = possible[index];
    if (change === undefined) break;
    const [before, now] = change;
    const expected = { type: typeOf(thing.kind, before, now), data: now, preData: before };
    const { type, data, preData } = event;
    if (!isDeepStrictEqual({ type, data, preData }, expected)) {
      wrong.push(
        `${nameOf(thing)}: event ${JSON.stringify(event)}, not ${JSON.stringify(expected)}`,
      );
    }
  }
}

function typeOf(kind: Kind, before: State, now: State): string {
  if (kind === 'change-request') {
    return now === null ? 'change-request-schedule-withdrawn' : 'change-request-scheduled';
  }
  if (now === null) return `${kind}-deleted`;
  return before === null ? `${kind}-created` : `${kind}-updated`;
}

/** Which thing an event is about. */
function nameOfEvent({ type, data, preData }: SeenEvent): string {
  const about = (data ?? preData ?? {}) as Readonly<Record<string, unknown>>;
  if (type.startsWith('change-request')) {
    return nameOf({
      kind: 'change-request',
      key: `${String(about['project'])}/${String(about['id'])}`,
    });
  }
  return type.startsWith('project')
    ? nameOf({ kind: 'project', key: String(about['id']) })
    : nameOf({ kind: 'strategy', key: String(about['name']) });
}
