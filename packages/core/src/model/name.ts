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
