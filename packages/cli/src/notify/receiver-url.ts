import { env, stdin } from 'node:process';
import { buffer } from 'node:stream/consumers';
import { err, ok, type Result } from 'neverthrow';
import { printError } from '../exit-code.ts';
import { readVariables, settingText, textOfBytes } from '../setting-text.ts';

const RECEIVER = 'FOREWARN_WEBHOOK_URL';

const ELSEWHERE = `set ${RECEIVER}, or write it to standard input`;

/**
 * Reads the URL of a receiver, whose path can be a secret: from the variable or a file that `…_FILE` names, else from standard
 * input. The error says what is expected.
 *
 * @param argument the URL among the arguments; `-` is standard input
 */
export async function receiverUrl(argument: string | undefined): Promise<Result<string, string>> {
  if (argument !== undefined && argument !== '-') {
    printError(
      `a URL among the arguments is in the list of processes and in the history of the shell: ${ELSEWHERE}`,
    );
    return settingText(argument).mapErr((expected) => `the receiver: expected ${expected}`);
  }
  const values = readVariables(env, { names: [RECEIVER], secrets: new Set([RECEIVER]) });
  if (values.isErr()) return err(`${values.error.setting}: expected ${values.error.expected}`);
  const value = values.value.get(RECEIVER);
  if (argument === undefined && value !== undefined) return ok(value);
  if (argument === undefined && stdin.isTTY)
    return err(`expected the URL of the receiver: ${ELSEWHERE}`);
  return textOfBytes(await buffer(stdin))
    .andThen(settingText)
    .mapErr((expected) => `standard input: expected ${expected}`)
    .andThen((url) =>
      url === '' ? err(`expected the URL of the receiver: ${ELSEWHERE}`) : ok(url),
    );
}
