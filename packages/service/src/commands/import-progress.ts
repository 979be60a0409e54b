import { stat } from 'node:fs/promises';
import { stderr } from 'node:process';
import { MultiBar, Presets, type SingleBar } from 'cli-progress';

const DELAY_MS = 1_000;

/** The stream that shows the progress, and a clock. */
export interface ProgressOutput {
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean };
  now(): number;
}

const STANDARD_ERROR: ProgressOutput = { stream: stderr, now: () => performance.now() };

/** Shows a progress bar for a long import on a terminal. Lines are written above it. */
export class ImportProgress {
  readonly #totalBytes: number | undefined;
  readonly #output: ProgressOutput;
  readonly #startedAt: number;
  #bars: MultiBar | undefined;
  #bar: SingleBar | undefined;
  #bytes = 0;

  constructor(totalBytes: number | undefined, output: ProgressOutput = STANDARD_ERROR) {
    this.#totalBytes = totalBytes;
    this.#output = output;
    this.#startedAt = output.now();
  }

  advance(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bar === undefined) this.#showWhenLong();
    this.#bar?.update(this.#bytes);
  }

  line(text: string): void {
    if (this.#bars === undefined) this.#output.stream.write(`${text}\n`);
    else this.#bars.log(`${text}\n`);
  }

  stop(): void {
    this.#bars?.update();
    this.#bars?.stop();
    this.#bars = undefined;
    this.#bar = undefined;
  }

  #showWhenLong(): void {
    const { stream } = this.#output;
    const isLong = this.#output.now() - this.#startedAt > DELAY_MS;
    if (!isLong || stream.isTTY !== true || this.#totalBytes === undefined) return;
    const format = '{bar} {percentage} % · {duration_formatted}';
    // The bar could turn line wrapping off, but an interrupted import would leave it off.
    const options = { stream, format, clearOnComplete: true, linewrap: true };
    this.#bars = new MultiBar(options, Presets.rect);
    this.#bar = this.#bars.create(this.#totalBytes, this.#bytes);
  }
}

/** The total size of the files in bytes; undefined if it is unknown. */
export async function sizeOf(files: readonly string[]): Promise<number | undefined> {
  if (files.includes('-')) return undefined;
  try {
    const stats = await Promise.all(files.map((file) => stat(file)));
    return stats.reduce((total, { size }) => total + size, 0);
  } catch {
    return undefined;
  }
}
