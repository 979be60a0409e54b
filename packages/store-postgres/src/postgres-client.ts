import { createHash } from 'node:crypto';
import pg from 'pg';
import { sendCancelRequest } from './send-cancel-request.ts';

const NO_ANSWER = 'Query read timeout';
const MAX_NAMES = 500;
// Longer ones have as many parameters as there is to do, and hardly come again.
const MAX_NAMED_LENGTH = 2_000;
const names = new Map<string, string>();

/**
 * A client that names each statement with parameters, so that the server plans it once per connection; and that gives up
 * when a statement gets no answer in time, or the connection is used for too long: it has the server cancel what runs,
 * and hangs up. The driver alone would go on to use the connection, on which every later statement waits behind the one
 * that hangs.
 */
export class PostgresClient extends pg.Client {
  #useUp: NodeJS.Timeout | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // A connection that is lost fails what runs on it; unheard, its own event would end the process.
    this.on('error', () => {});
    const query = this.query.bind(this) as (...args: readonly unknown[]) => unknown;
    this.query = ((...args: readonly unknown[]) => {
      const answer = query(...named(args));
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#giveUpAfter(error));
      return answer;
    }) as typeof this.query;
  }

  /** Allows the use of the connection for so long. */
  useFor(ms: number): void {
    this.#useUp = setTimeout(() => this.#giveUp(), ms);
  }

  /** Nobody uses the connection now. */
  rest(): void {
    clearTimeout(this.#useUp);
  }

  #giveUpAfter(error: unknown): void {
    if (error instanceof Error && error.message === NO_ANSWER) this.#giveUp();
  }

  #giveUp(): void {
    sendCancelRequest(this);
    // At once, and not only when the stream tells of its end: the pool would hand the connection to who waits for one.
    this.end().catch(() => {});
    const { connection } = this as unknown as {
      readonly connection: { readonly stream: { destroy(): void } };
    };
    connection.stream.destroy();
  }
}

function named(args: readonly unknown[]): readonly unknown[] {
  const [text, values, ...rest] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return args;
  const name = nameOf(text);
  return name === undefined ? args : [{ name, text, values }, ...rest];
}

/** The same name for the same text; none for a text that comes after too many others. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MAX_NAMES || text.length > MAX_NAMED_LENGTH) {
    return known;
  }
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
