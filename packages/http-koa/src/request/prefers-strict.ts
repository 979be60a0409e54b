// A comma inside quotes separates nothing.
const PREFERENCE = /(?:[^,"]|"[^"]*")+/g;
const HANDLING = /^\s*handling\s*=\s*"?(?<handling>[^\s;"]*)/i;

/** Whether a `Prefer` header (RFC 7240) has `handling=strict`. Only the first `handling` counts. */
export function prefersStrict(prefer: string): boolean {
  const [first] = (prefer.match(PREFERENCE) ?? []).flatMap(
    (preference) => HANDLING.exec(preference)?.groups?.['handling'] ?? [],
  );
  return first?.toLowerCase() === 'strict';
}
