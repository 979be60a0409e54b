import type { PortResult } from '@forewarn/core';
import { err, ok, ResultAsync } from 'neverthrow';
import { recordEvent, sameJson, type State } from './reference-state.ts';
import type { ServiceStore } from './service-store.ts';

/** Adds a flaw to a correct store. */
export type Spoil = (right: ServiceStore, state: State) => ServiceStore;

/** A store with one flaw, and the contracts that must reject it. */
export interface WrongStore {
  readonly flaw: string;
  readonly rejectedBy: readonly string[];
  readonly spoil: Spoil;
}

/** Returns the stores that these contracts must reject, each made by its flaw. */
export const wrong = (
  rejectedBy: readonly string[],
  flaws: Readonly<Record<string, Spoil>>,
): readonly WrongStore[] =>
  Object.entries(flaws).map(([flaw, spoil]) => ({ flaw, rejectedBy, spoil }));

/** A port of a store. */
type Port = Exclude<keyof ServiceStore, 'check' | 'close'>;

/** The name of a call, such as `projects.delete`. */
type CallName = { [P in Port]: `${P}.${keyof ServiceStore[P] & string}` }[Port];

/** The call with this name. */
type CallOf<Name> = Name extends `${infer P extends Port}.${infer C}`
  ? ServiceStore[P][C & keyof ServiceStore[P]]
  : never;

type Arguments<N> = CallOf<N> extends (...args: infer A) => unknown ? A : never;
type Value<N> =
  CallOf<N> extends (...args: never) => PortResult<infer V, infer _Failure> ? V : never;
/** A call of the right store, which returns a `ResultAsync` where a port returns a result. */
type RightCall<N> =
  CallOf<N> extends (...args: infer A) => PortResult<infer V, infer Failure>
    ? (...args: A) => ResultAsync<V, Failure>
    : CallOf<N>;

/** A call with a flaw: the right call, the state and the whole store, and then the arguments. */
type Flawed<N extends CallName> = (
  right: { readonly call: RightCall<N>; readonly state: State; readonly right: ServiceStore },
  ...args: Arguments<N>
) => ReturnType<CallOf<N>>;

/** A part of the state whose items are equal to what calls pass and return. */
type List = 'definitions' | 'keys' | 'projects' | 'scheduled';

type AnyCall = (...args: readonly unknown[]) => ResultAsync<unknown, { readonly type: string }>;
type Wrap<N extends CallName> = (
  call: AnyCall,
  state: State,
  args: Arguments<N>,
) => ReturnType<AnyCall>;

const COMMON: Partial<Record<keyof State, unknown>> = {};

/** Ways to give one call a flaw. */
export function at<N extends CallName>(name: N) {
  const instead =
    (flawed: Flawed<N>): Spoil =>
    (right, state) => {
      const [port, call] = name.split('.') as [Port, never];
      const context = { call: right[port][call] as RightCall<N>, state, right };
      const changed = (...args: Arguments<N>) => flawed(context, ...args);
      return { ...right, [port]: { ...right[port], [call]: changed } };
    };
  const wrapping = (wrap: Wrap<N>): Spoil =>
    instead(({ call, state }, ...args) => wrap(call as AnyCall, state, args) as never);
  return {
    instead,
    wrapping,
    /** Changes what the call returns if it succeeds. */
    returning: (change: (value: Value<N>, state: State, ...args: Arguments<N>) => Value<N>) =>
      wrapping((call, state, args) =>
        call(...args).map((value) => change(value as never, state, ...args)),
      ),
    /** Changes the arguments of the call. */
    passing: (change: (state: State, ...args: Arguments<N>) => readonly [...Arguments<N>]) =>
      wrapping((call, state, args) => call(...change(state, ...args))),
    /** Does something before the call, and what that returns after the call, if it succeeds. */
    around: (
      before: (state: State, ...args: Arguments<N>) => ((value: Value<N>) => unknown) | void,
    ) =>
      wrapping((call, state, args) => {
        const then = before(state, ...args);
        return call(...args).andTee((value) => void then?.(value as never));
      }),
    /** Does something after the call, if it succeeds. */
    after: (act: (state: State, value: Value<N>, ...args: Arguments<N>) => unknown) =>
      wrapping((call, state, args) =>
        call(...args).andTee((value) => void act(state, value as never, ...args)),
      ),
    /** Succeeds where the call must return this error, or any. */
    ignoring: (type?: string) =>
      wrapping((call, _, args) =>
        call(...args).orElse((error) => ((type ?? error.type) === error.type ? ok() : err(error))),
      ),
    /** Reads everything, waits, and then writes as if nothing had happened meanwhile. */
    stale: () =>
      wrapping((call, state, args) => {
        const { events: _log, ...before } = structuredClone(state);
        return afterAMoment().andThen(() => {
          Object.assign(state, before);
          return call(...args);
        });
      }),
    /** Changes a part of the state a moment after the rest. */
    late: (part: keyof State) =>
      wrapping((call, state, args) => {
        const before = structuredClone(state[part]);
        const result = call(...args);
        const after = state[part];
        Object.assign(state, { [part]: before });
        return afterAMoment()
          .andThen(() => result)
          .andTee(() => void Object.assign(state, { [part]: after }));
      }),
    /** Records an event after the call. */
    recording: () =>
      wrapping((call, state, args) =>
        call(...args).andTee(() => {
          const data = { id: name, name };
          recordEvent(state, { type: 'project-created', data, preData: null, createdBy: name });
        }),
      ),
    /** Records the events of the call in the opposite order. */
    reversing: () =>
      wrapping((call, state, args) => {
        const before = state.events;
        return call(...args).andTee(() => {
          const added = state.events.slice(0, state.events.length - before.length);
          const stamps = added.map(({ id, createdAt }) => ({ id, createdAt }));
          const turned = added.toReversed().map((event, nth) => ({ ...event, ...stamps[nth] }));
          state.events = [...turned, ...before];
        });
      }),
    /** Has a part of the state in common with all stores. */
    common: (part: keyof State) =>
      wrapping((call, state, args) => {
        Object.assign(state, { [part]: COMMON[part] ?? state[part] });
        return call(...args).andTee(() => {
          COMMON[part] = state[part];
        });
      }),
    /** Returns the objects that it keeps in a part of the state. */
    sharing: (part: List) =>
      wrapping((call, state, args) => {
        const ownOf = (copy: unknown): unknown =>
          Array.isArray(copy)
            ? copy.map(ownOf)
            : (state[part].find((own: unknown) => sameJson(own, copy)) ?? copy);
        return call(...args).map(ownOf);
      }),
    /** Keeps the objects of the caller in a part of the state. */
    keeping: (part: List) =>
      wrapping((call, state, args) =>
        call(...args).andTee(() => {
          const kept = state[part].map(
            (own: unknown) => args.flat().find((passed) => sameJson(own, passed)) ?? own,
          );
          Object.assign(state, { [part]: kept });
        }),
      ),
    /** Returns the first result of each call again. */
    caching: () =>
      withOwn(
        () => new Map<string, ReturnType<AnyCall>>(),
        (results) =>
          wrapping((call, _, args) => {
            const key = JSON.stringify(args[0]);
            const result = results.get(key) ?? call(...args);
            results.set(key, result);
            return result;
          }),
      ),
  };
}

/** Gives each store something of its own, such as a cache. */
export const withOwn =
  <T>(create: () => T, spoil: (own: T) => Spoil): Spoil =>
  (...store) =>
    spoil(create())(...store);

/** Adds several flaws. */
export const all =
  (...flaws: readonly Spoil[]): Spoil =>
  (right, state) =>
    flaws.reduce((store, spoil) => spoil(store, state), right);

/** Lets all waiting calls run first. */
export const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Does the same in a chain of results. */
export const afterAMoment = (): ResultAsync<void, never> => ResultAsync.fromSafePromise(aMoment());
