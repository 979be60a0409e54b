import { createReadStream } from 'node:fs';
import { stdin } from 'node:process';
import { err, ok, Result, ResultAsync } from 'neverthrow';
import { unreadableWords } from '../read-input.ts';
import { textOfBytes } from '../setting-text.ts';
import { type PlannedChange, readTerraformPlan } from './terraform-plan.ts';

/** Maximum size of a plan in bytes. Parsed, it takes several times as much memory. */
const MAX_PLAN_BYTES = 100 * 1_024 * 1_024;

/** Reads a plan from a file, or from the standard input for `-`. The error is one line. */
export async function readPlan(file: string): Promise<Result<readonly PlannedChange[], string>> {
  const content = boundedBuffer(file === '-' ? stdin : createReadStream(file));
  const read = await ResultAsync.fromPromise(content, unreadableWords);
  return read
    .andThen((bytes) => bytes)
    .andThen((bytes) => textOfBytes(bytes).mapErr((expected) => `expected ${expected}`))
    .andThen(readTerraformPlan);
}

/** Reads no further than the maximum. */
export async function boundedBuffer(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = MAX_PLAN_BYTES,
): Promise<Result<Uint8Array, string>> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) return err(`expected at most ${maxBytes} bytes`);
    read.push(chunk);
  }
  return ok(Buffer.concat(read));
}
