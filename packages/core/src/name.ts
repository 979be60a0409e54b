/** Maximum length of a name or identifier, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 255;

const CONTROL_CHARACTER = /\p{Cc}/u;

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
