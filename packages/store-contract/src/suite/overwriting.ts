import { type PortResult, toResultAsync } from '@forewarn/core';
import type { Result } from 'neverthrow';

/** Overwrites every writable property that is reachable from a value. */
export function overwriteDeeply(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    overwriteDeeply(Reflect.get(value, key));
    // An assignment would throw on a frozen object, which is valid, too.
    Reflect.set(value, key, 'overwritten');
  }
  if (Array.isArray(value)) Reflect.set(value, 'length', 0);
}

/** The methods of a store that return something else than a result. */
const RETURNS_NO_RESULT: ReadonlySet<string | symbol> = new Set(['export', 'close']);

/** Returns a store whose caller overwrites what it passed and what it got after each call. */
export const overwriting = <Ports extends object>(ports: Ports): Ports =>
  new Proxy(ports, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === 'object' && member !== null) return overwriting(member);
      if (typeof member !== 'function' || RETURNS_NO_RESULT.has(name)) return member;
      return (...args: readonly unknown[]): unknown => {
        const entries: unknown[] = [];
        const passed = args.map((each) =>
          isIterable(each) ? copied(each, entries) : copyOf(each),
        );
        const called = Reflect.apply(member, target, passed) as PortResult<unknown, unknown>;
        return toResultAsync(called).map((value) => {
          const copy = structuredClone(value);
          overwriteDeeply([passed.filter((each) => !isIterable(each)), entries, value]);
          return copy;
        });
      };
    },
  });

const isIterable = (value: unknown): value is AsyncIterable<Result<unknown, unknown>> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Copies an argument; of options with a function, only that object. */
const copyOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'onlyIf' in value
    ? { ...value }
    : structuredClone(value);

/** Yields copies of entries, and adds these to a list. */
async function* copied(entries: AsyncIterable<Result<unknown, unknown>>, copies: unknown[]) {
  for await (const entry of entries) {
    const copy = entry.map((value) => structuredClone(value));
    copies.push(copy.unwrapOr(undefined));
    yield copy;
  }
}
