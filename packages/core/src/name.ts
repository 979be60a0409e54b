/** Maximum length of a name or identifier, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 255;

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Maximum length of a name given to something new. */
export const MAX_NEW_NAME_LENGTH = 100;

const URL_FRIENDLY = /^[A-Za-z0-9_~.!*'()-]+$/;

/**
 * Whether a text is valid as the name of something new: 1 to {@link MAX_NEW_NAME_LENGTH} ASCII letters, digits and
 * `_ ~ . - ! * ' ( )`, except `.` and `..`. These are Unleash's rules. Imported names may be any {@link isName}.
 */
export function isNewName(text: string): boolean {
  return (
    text.length <= MAX_NEW_NAME_LENGTH && URL_FRIENDLY.test(text) && text !== '.' && text !== '..'
  );
}

/**
 * Whether a text is a valid name or identifier: 1 to {@link MAX_NAME_LENGTH} UTF-16 code units without control
 * characters and unpaired surrogates. Stores contain valid names only, so looking up an invalid one finds nothing.
 */
export function isName(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= MAX_NAME_LENGTH &&
    !CONTROL_CHARACTER.test(text) &&
    text.isWellFormed()
  );
}

// White space, and what looks like none: a soft hyphen, zero-width and joining characters, direction marks, a byte order mark.
const BLANK = String.raw`[\p{Cc}\p{White_Space}\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]`;
const ODD = new RegExp(String.raw`\p{Cc}|^${BLANK}|${BLANK}$`, 'u');
const BLANK_ENDS = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'gu');

/**
 * Whether a name is probably a typing error: it has a control character, or begins or ends with a blank one, such as white
 * space of any kind, a byte order mark or a zero-width space. Unleash gives no such name to a project, an environment, a
 * feature, a strategy or a strategy definition.
 */
export const isOddName = (text: string): boolean => ODD.test(text);

/** Returns what an odd name was probably meant to be; empty if nothing is left. */
export const plainNameOf = (text: string): string =>
  text
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(BLANK_ENDS, '')
    .replaceAll(/\p{Cc}/gu, '');

/** Returns a name for a message, with its control and blank characters written out, such as `\\u{a0}`. */
export const visibleName = (text: string): string =>
  text
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(new RegExp(BLANK, 'gu'), (each) =>
      each === ' ' ? each : String.raw`\u{${each.codePointAt(0)?.toString(16)}}`,
    );
