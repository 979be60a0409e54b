import { stderr } from 'node:process';

const INTERVAL_MS = 1_000;
// Back to the first column, and clear from there.
const CLEAR_LINE = '\r\u001b[K';

/** The stream that shows the progress, and a clock. */
export interface ProgressOutput {
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly now: () => number;
}

const STANDARD_ERROR: ProgressOutput = { stream: stderr, now: () => performance.now() };

/** Shows the progress of a long import on a terminal, in one line. Other lines are written above it. */
export class ImportProgress {
  readonly #totalBytes: number | undefined;
  readonly #output: ProgressOutput;
  #shownAt: number;
  #shown = '';
  #bytes = 0;

  constructor(totalBytes: number | undefined, output: ProgressOutput = STANDARD_ERROR) {
    this.#totalBytes = totalBytes;
    this.#output = output;
    this.#shownAt = output.now();
  }

  advance(bytes: number): void {
    this.#bytes += bytes;
    const { stream, now } = this.#output;
    const isDue = now() - this.#shownAt > INTERVAL_MS;
    if (!isDue || stream.isTTY !== true || this.#totalBytes === undefined) return;
    this.#shownAt = now();
    this.#shown = `read ${Math.floor((this.#bytes / this.#totalBytes) * 100)} %`;
    stream.write(`${CLEAR_LINE}${this.#shown}`);
  }

  line(text: string): void {
    const isShown = this.#shown !== '';
    this.#output.stream.write(isShown ? `${CLEAR_LINE}${text}\n${this.#shown}` : `${text}\n`);
  }

  stop(): void {
    if (this.#shown !== '') this.#output.stream.write(CLEAR_LINE);
    this.#shown = '';
  }
}
