import assert from 'node:assert/strict';

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

/** Asserts that mutating what a read returns changes nothing in the store. */
export async function assertReturnsCopies(read: () => Promise<unknown>): Promise<void> {
  const before = structuredClone(await read());
  overwriteDeeply(await read());
  assert.deepEqual(await read(), before);
}
