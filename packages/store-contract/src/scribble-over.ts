/** Overwrites all that can be reached from a value, as far as the value lets itself be written to. */
export function scribbleOver(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    scribbleOver(Reflect.get(value, key));
    // Not an assignment: it would throw on a frozen object, which keeps the promise too.
    Reflect.set(value, key, 'scribble');
  }
  if (Array.isArray(value)) Reflect.set(value, 'length', 0);
}
