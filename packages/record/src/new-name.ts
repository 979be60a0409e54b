/** Maximum length of a name given to something new. */
export const MAX_NEW_NAME_LENGTH = 100;

const URL_FRIENDLY = /^[A-Za-z0-9_~.!*'()-]+$/;

/**
 * Whether a text is valid as the name of something new: 1 to {@link MAX_NEW_NAME_LENGTH} ASCII letters, digits and
 * `_ ~ . - ! * ' ( )`, except `.` and `..`. These are Unleash's rules. Imported names may be any `isName`.
 */
export function isNewName(text: string): boolean {
  return (
    text.length <= MAX_NEW_NAME_LENGTH && URL_FRIENDLY.test(text) && text !== '.' && text !== '..'
  );
}
