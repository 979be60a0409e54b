// A comma inside quotes is no end.
const PREFERENCE = /(?:[^,"]|"[^"]*")+/g;
const HANDLING = /^\s*handling\s*=\s*"?(?<handling>[^\s;"]*)/i;

/** Whether a `Prefer` header (RFC 7240) asks for `handling=strict`. The first `handling` in it counts. */
export function prefersStrict(prefer: string): boolean {
  const [first] = (prefer.match(PREFERENCE) ?? []).flatMap(
    (preference) => HANDLING.exec(preference)?.groups?.['handling'] ?? [],
  );
  return first?.toLowerCase() === 'strict';
}
