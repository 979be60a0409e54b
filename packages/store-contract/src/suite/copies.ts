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
