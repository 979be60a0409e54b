import type { Result } from 'neverthrow';
import { z } from 'zod';

/** A whole number from `min` to `max`. */
export function wholeNumber(what: string, min: number, max: number): z.ZodInt {
  const error = `${what} from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** What the URL of a page for people is. */
export const WEB_URL = 'http(s)://host, with a path at most, and no password';

/** Whether a text is one, without a slash at its end. */
export function isWebUrl(text: unknown): text is string {
  // URL reads more than links may have: spaces, backslashes, and any number of slashes.
  if (typeof text !== 'string' || !/^https?:\/\/[^\s/\\?#][^\s\\?#]*(?<!\/)$/i.test(text))
    return false;
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}` === '';
}

/** A variable whose value `read` returns, or undefined if the text is not what is expected. */
export const parsed = <T>(read: (text: string) => T | undefined, expected: string) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });

/** A variable that holds a number. */
export const numberIn = (value: z.ZodDefault<z.ZodInt>) =>
  z
    .string()
    .optional()
    .transform((text) => text && Number(/^\d{1,9}$/.test(text) ? text : Number.NaN))
    .pipe(value);

/** A variable whose value `read` returns, or what is expected instead. */
export const checked = <T>(read: (text: string) => Result<T, string>) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value.isOk()) return value.value;
    context.addIssue({ code: 'custom', message: value.error });
    return z.NEVER;
  });

/** The texts between commas. */
export const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
