/** Invalid names, each for a different reason. */
export const IMPOSSIBLE_NAMES: readonly (readonly [why: string, text: string])[] = [
  ['empty', ''],
  ['256 characters', 'x'.repeat(256)],
  ['256 code units in 128 characters', '😀'.repeat(128)],
  ['NUL', 'a\0b'],
  ['a line feed', 'a\nb'],
  ['a trailing tab', 'a\t'],
  ['DEL', 'a\u007fb'],
  ['a C1 control character', 'a\u0085b'],
  ['a lone high surrogate', 'a\ud83d'],
  ['a lone low surrogate', '\ude00a'],
  ['a surrogate pair the wrong way round', '\ude00\ud83d'],
];
