import { stat } from 'node:fs/promises';
import { stderr } from 'node:process';
import { MultiBar, Presets, type SingleBar } from 'cli-progress';

const SHOWN_AFTER_MS = 1_000;

/** Shows on a terminal how far a long import is; lines go to the standard error either way. */
export class ImportProgress {
  readonly #totalBytes: number | undefined;
  readonly #begun = performance.now();
  #bars: MultiBar | undefined;
  #bar: SingleBar | undefined;
  #bytes = 0;

  constructor(totalBytes: number | undefined) {
    this.#totalBytes = totalBytes;
  }

  advance(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bar === undefined) this.#showWhenLong();
    this.#bar?.update(this.#bytes);
  }

  line(text: string): void {
    if (this.#bars === undefined) stderr.write(`${text}\n`);
    else this.#bars.log(`${text}\n`);
  }

  stop(): void {
    this.#bars?.update();
    this.#bars?.stop();
  }

  #showWhenLong(): void {
    const isLong = performance.now() - this.#begun > SHOWN_AFTER_MS;
    if (!isLong || !stderr.isTTY || this.#totalBytes === undefined) return;
    const format = '{bar} {percentage} % · {duration_formatted}';
    this.#bars = new MultiBar({ stream: stderr, format, clearOnComplete: true }, Presets.rect);
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
