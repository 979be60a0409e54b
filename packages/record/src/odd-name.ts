import { MAX_NAME_LENGTH } from '@forewarn/core/name';

// White space, and what looks like none: characters without a glyph, such as a byte order mark, fillers and the empty pattern of
// Braille. Those that end an emoji are part of what it looks like.
const BLANK = String.raw`[[\p{Cc}\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]--[\uFE0E\uFE0F\u{E0020}-\u{E007F}]]`;
const DAMAGED = String.raw`[\p{Cc}\uFFFD]`;
const ODD = new RegExp(String.raw`${DAMAGED}|^${BLANK}|${BLANK}$`, 'v');
const BLANK_ENDS = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'gv');

/**
 * Whether a name is probably a typing error: it has a control character, or U+FFFD, which stands for what was no UTF-8, or
 * begins or ends with a blank one, such as white space of any kind, a byte order mark or a zero-width space. Unleash gives no
 * such name to a project, an environment, a feature, a strategy or a strategy definition.
 */
export const isOddName = (text: string): boolean => ODD.test(text);

/** Returns what an odd name was probably meant to be; empty if nothing is left. */
export const plainNameOf = (text: string): string =>
  text
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(BLANK_ENDS, '')
    .replaceAll(new RegExp(DAMAGED, 'gv'), '');

/** Returns a name for a message, with its control and blank characters written out, such as `\\u{a0}`. */
export const visibleName = (text: string): string =>
  text
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(new RegExp(BLANK, 'gv'), (each) =>
      each === ' ' ? each : String.raw`\u{${each.codePointAt(0)?.toString(16)}}`,
    );
