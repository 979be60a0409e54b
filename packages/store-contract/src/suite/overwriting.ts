import type { PortResult } from '@forewarn/core';
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

/** Returns a store whose caller overwrites what it passed and what it got after each call. */
export const overwriting = <Ports extends object>(ports: Ports): Ports =>
  new Proxy(ports, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === 'object' && member !== null) return overwriting(member);
      if (typeof member !== 'function' || name === 'export' || name === 'close') return member;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        const entries: unknown[] = [];
        const passed = args.map((each) =>
          isIterable(each) ? copied(each, entries) : copyOf(each),
        );
        const result = await (Reflect.apply(member, target, passed) as PortResult<
          unknown,
          unknown
        >);
        return result.map((value: unknown) => {
          const copy = structuredClone(value);
          overwriteDeeply([passed.filter((each) => !isIterable(each)), entries, value]);
          return copy;
        });
      };
    },
  });

const isIterable = (value: unknown): value is AsyncIterable<Result<unknown, unknown>> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Copies an argument; of options with a function, only that object. A function stays. */
const copyOf = (value: unknown): unknown => {
  if (typeof value === 'function') return value;
  return typeof value === 'object' && value !== null && 'onlyIf' in value
    ? { ...value }
    : structuredClone(value);
};

/** Yields copies of entries, and adds these to a list. */
async function* copied(entries: AsyncIterable<Result<unknown, unknown>>, copies: unknown[]) {
  for await (const entry of entries) {
    const copy = entry.map((value) => structuredClone(value));
    copies.push(copy.unwrapOr(undefined));
    yield copy;
  }
}
