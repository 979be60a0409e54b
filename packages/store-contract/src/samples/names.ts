export const INHERITED_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
];

/** Ids that a store must not take for that of the project `shop`. */
export const NOT_SHOP: readonly string[] = ['Shop', 'shop ', 'sho_', '%', ...INHERITED_NAMES];

/** Names that a pattern, a collation, a cast or a Unicode normal form confuses. */
export const LOOK_ALIKE_NAMES: readonly string[] = [
  ['a', 'A', 'a ', ' a', ' ', '  ', 'ab', 'aa', 'aB'],
  ['%', '_', 'a%', 'a_', '%a', '*', 'a*', '?', '.', '.*', '\\', '\\%', '\\a', '\\\\'],
  ["'", "''", '"', '""', "a' OR 'a'='a", "a'; --", '$1', ':a', '#{a}'],
  ['{', '}', ',', '{a,b}', '[]', '{}', 'a,b', 'a b', 'a/b', 'a%20b', 'a+b'],
  ['null', 'NULL', 'undefined', 'NaN', 'true', '0', '1', '01', '1.0', '+1', '1e0', '-1'],
  ['\u00e9', 'e\u0301', 'e', '\u212b', '\u00c5', 'K', '\u212a', 'ﬁ', 'fi'],
  ['ß', 'ss', 'SS', 'ẞ', 'ı', 'i', 'I', 'İ', 'ſ', 's', 'Ω', 'ω', 'ς', 'σ'],
  ['😀', '😁', '👩‍💻', '👩💻', '漢', 'a\u200b', 'a\u00a0', 'a\ufeff', 'a\u2028b'],
  ['a'.repeat(254), 'a'.repeat(255), `${'a'.repeat(254)}b`, '漢'.repeat(255)],
  INHERITED_NAMES,
].flat();

/** Compares texts by their UTF-8 bytes, which differs from the order of UTF-16 code units. */
export const byBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Distinct names, of which the last two have the opposite order by UTF-16 code units. */
export const UNORDERED_NAMES: readonly string[] = [
  ...new Set([...LOOK_ALIKE_NAMES, 'B', '\u{1f600}', '\uff61']),
];
