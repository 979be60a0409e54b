import { stat } from 'node:fs/promises';
import { stderr } from 'node:process';
import { MultiBar, Presets, type SingleBar } from 'cli-progress';

const SHOWN_AFTER_MS = 1_000;

/** Where progress is shown, and the clock that tells how long it takes. */
export interface ProgressOutput {
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean };
  now(): number;
}

const STANDARD_ERROR: ProgressOutput = { stream: stderr, now: () => performance.now() };

/** Shows on a terminal how far a long import is; lines go to the same stream either way. */
export class ImportProgress {
  readonly #totalBytes: number | undefined;
  readonly #output: ProgressOutput;
  readonly #begun: number;
  #bars: MultiBar | undefined;
  #bar: SingleBar | undefined;
  #bytes = 0;

  constructor(totalBytes: number | undefined, output: ProgressOutput = STANDARD_ERROR) {
    this.#totalBytes = totalBytes;
    this.#output = output;
    this.#begun = output.now();
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
    const isLong = this.#output.now() - this.#begun > SHOWN_AFTER_MS;
    if (!isLong || stream.isTTY !== true || this.#totalBytes === undefined) return;
    const format = '{bar} {percentage} % · {duration_formatted}';
    // Line wrapping that was turned off would stay off on a terminal whose import was interrupted.
    const options = { stream, format, clearOnComplete: true, linewrap: true };
    this.#bars = new MultiBar(options, Presets.rect);
    this.#bar = this.#bars.create(this.#totalBytes, this.#bytes);
  }
}

/** The size of all files; undefined when it can't be known. */
export async function sizeOf(files: readonly string[]): Promise<number | undefined> {
  if (files.includes('-')) return undefined;
  try {
    const stats = await Promise.all(files.map((file) => stat(file)));
    return stats.reduce((total, { size }) => total + size, 0);
  } catch {
    return undefined;
  }
}
