/** The longest name or identifier, in UTF-16 code units, that anything in Forewarn can have. */
export const MAX_NAME_LENGTH = 255;

const CONTROL_CHARACTER = /\p{Cc}/u;

/** The longest name, in characters, that can be given to something new. */
export const MAX_NEW_NAME_LENGTH = 100;

const URL_FRIENDLY = /^[A-Za-z0-9_~.-]+$/;

/**
 * Whether a text can be given as a name to something new: 1 to {@link MAX_NEW_NAME_LENGTH} letters and digits of ASCII,
 * `_`, `~`, `.` and `-`, and neither `.` nor `..`. As in Unleash, measured on 8.2.0. What is imported may have any name.
 */
export function isNewName(text: string): boolean {
  return (
    text.length <= MAX_NEW_NAME_LENGTH && URL_FRIENDLY.test(text) && text !== '.' && text !== '..'
  );
}

/**
 * Whether a text can be a name or identifier: 1 to {@link MAX_NAME_LENGTH} UTF-16 code units, no control
 * character, no unpaired surrogate. Nothing that is stored has another name, so a look-up by another finds nothing.
 */
export function isName(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= MAX_NAME_LENGTH &&
    !CONTROL_CHARACTER.test(text) &&
    text.isWellFormed()
  );
}
