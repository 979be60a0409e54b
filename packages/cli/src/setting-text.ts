import { readFileSync } from 'node:fs';
import { err, ok, Result } from 'neverthrow';

/** What surrounds a setting in practice: line breaks of files, white space, a BOM, and characters that hide. */
const AROUND = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu;
const QUOTED = /^(?:"[^]*"|'[^]*'|`[^]*`|[“”„«][^]*[“”»])$/;

/** Removes what surrounds a setting. The error says what is expected instead of a text that is none, and does not repeat it. */
export function settingText(text: string): Result<string, string> {
  const value = text.replaceAll(AROUND, '');
  if (value === '' && text !== '') return err('a value: it has only white space');
  if (value.includes('\uFFFD')) {
    return err(
      'UTF-8: the text is damaged, as one from a file in UTF-16 is; save the file as UTF-8',
    );
  }
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) return err('one line, without control characters');
  return QUOTED.test(value) ? err('the value without quotes around it') : ok(value);
}

/** Decodes a file of text. It is UTF-8, or UTF-16 as Windows writes it. The error says what is expected. */
export function textOfBytes(bytes: Uint8Array): Result<string, string> {
  return decode(bytes, encodingOf(bytes));
}

/** Returns the encoding of a text whose first character is ASCII or a BOM, from its first bytes. */
export function encodingOf([first = 1, second = 1]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
}

const decode = Result.fromThrowable(
  (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(bytes),
  () => 'text in UTF-8',
);

export type ReadBytes = (path: string) => Uint8Array;

/** A variable that is wrong, and what it expects. */
export interface WrongVariable {
  readonly setting: string;
  readonly expected: string;
}

/** The variables of a program. */
export type Environment = Readonly<Record<string, string | undefined>>;

const FILE = '_FILE';

/**
 * Reads the variables that a program knows, without what surrounds their values. An empty one counts as unset. Each secret can
 * be in a file that a variable with `_FILE` at its end names, as Docker and Kubernetes mount them.
 */
export function readVariables(
  environment: Environment,
  { names, secrets }: { readonly names: readonly string[]; readonly secrets: ReadonlySet<string> },
  readBytes: ReadBytes = (path) => readFileSync(path),
): Result<ReadonlyMap<string, string>, WrongVariable> {
  const values = new Map<string, string>();
  for (const name of names) {
    const value = variableIn(environment, name);
    if (value.isErr()) return err(value.error);
    if (value.value !== '') values.set(name, value.value);
    if (!secrets.has(name)) continue;
    const file = variableIn(environment, `${name}${FILE}`);
    if (file.isErr()) return err(file.error);
    if (file.value === '') continue;
    const wrong = (expected: string): WrongVariable => ({ setting: `${name}${FILE}`, expected });
    if (values.has(name)) return err(wrong(`no value beside ${name}: leave out one of the two`));
    const secret = secretIn(file.value, readBytes);
    if (secret.isErr()) return err(wrong(secret.error));
    values.set(name, secret.value);
  }
  return ok(values);
}

/** Returns the value of a variable, which is empty if it is not set. */
function variableIn(environment: Environment, name: string): Result<string, WrongVariable> {
  const text = Object.hasOwn(environment, name) ? (environment[name] ?? '') : '';
  return settingText(text).mapErr((expected) => ({ setting: name, expected }));
}

function secretIn(path: string, readBytes: ReadBytes): Result<string, string> {
  return Result.fromThrowable(
    readBytes,
    (error) => error as NodeJS.ErrnoException,
  )(path)
    .mapErr(({ code, message }) => `a file that can be read: ${path}: ${code ?? message}`)
    .andThen(textOfBytes)
    .andThen(settingText)
    .andThen((secret) =>
      secret === '' ? err(`a file with a value: ${path} is empty`) : ok(secret),
    );
}
