import fc from 'fast-check';

/** Bytes, one per character, as sent. */
export type Bytes = string;

const ASCII = /^\p{ASCII}*$/u;

/** UTF-8. Half a surrogate pair becomes three bytes, which a decoder must refuse. */
export function utf8(text: string): Bytes {
  if (ASCII.test(text)) return text;
  return Array.from(text)
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      const isHalf = code >= 0xd800 && code <= 0xdfff;
      if (!isHalf) return Buffer.from(character).toString('latin1');
      const [high, low] = [0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
      return String.fromCharCode(0xe0 | (code >> 12), high, low);
    })
    .join('');
}

const HOSTILE: readonly string[] = [
  ['', ' ', "' or 1=1 --", "'; drop table strategies; --", '[object Object]', '\r\n'],
  '. .. / // \\ ? # & = + ; * % _ %% a% _a \' " $1 :name #{x} ${x} ` {a,b}'.split(' '),
  '__proto__ constructor prototype toString hasOwnProperty __defineGetter__'.split(' '),
  'null undefined true NaN 0 -1 1e9 9007199254740993 İ ﬁ'.split(' '),
  ['\0', 'a\0b', 'a\r\nX-Injected: 1', '\u007f', '\u0085', '\u2028', '\ufeff', '\u202e'],
  ['\ud800', '\udfff', 'a\udc00b', '\ud83d\ude00', '\uffff', '\u{10ffff}', 'e\u0301'],
  '../../etc/passwd %2e%2e%2f <script> {{7*7}}'.split(' '),
  ['n'.repeat(255), 'n'.repeat(256), '漢'.repeat(300)],
].flat();

const ATOMS = ['\ud800', '\udc00', '%', '_', "'", '\\', '\0', 'é'];

/** A hostile or random text. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...ATOMS), maxLength: 6 }) },
);

/** Usually one of these texts. */
export const mostly = (...known: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: hostileText },
  );

const percent = (text: string): Bytes =>
  Array.from(utf8(text))
    .map((byte) =>
      /[\w.~-]/.test(byte)
        ? byte
        : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

/** A text in a path or a query: usually encoded once, sometimes twice, wrongly or not at all. */
export function encoded(text: fc.Arbitrary<string>): fc.Arbitrary<Bytes> {
  const encodings: readonly ((text: string) => Bytes)[] = [
    (plain) => percent(percent(plain)),
    (plain) => percent(plain).toLowerCase(),
    utf8,
    (plain) => `${percent(plain)}%`,
    (plain) => `%zz${percent(plain)}`,
    (plain) => `${percent(plain)}%E0%A4%A`,
    (plain) => `${percent(plain)}%C0%AF%ED%A0%80`,
    (plain) => `${percent(plain)}%00`,
  ];
  return fc.oneof(
    { weight: 12, arbitrary: text.map(percent) },
    {
      weight: 1,
      arbitrary: fc.tuple(text, fc.constantFrom(...encodings)).map(([plain, how]) => how(plain)),
    },
  );
}

/** Undefined, except once in `times` times. */
export const rarely = <T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
