/** The longest name or identifier, in UTF-16 code units, that anything in Forewarn can have. */
export const MAX_NAME_LENGTH = 255;

const CONTROL_CHARACTER = /\p{Cc}/u;

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
