/** Returns a 64-bit integer of a row. The driver of a transaction that a store joins may return it as text. */
export const integer = (value: unknown): number => Number(value);
