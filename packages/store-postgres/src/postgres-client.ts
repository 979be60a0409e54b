import { createHash } from 'node:crypto';
import pg from 'pg';

const NO_ANSWER = 'Query read timeout';
const MAX_NAMES = 500;
const names = new Map<string, string>();

/**
 * A client that names each statement with parameters, so that the server plans it once per connection; and that hangs
 * up when a statement gets no answer in time: the driver alone would go on to use the connection, on which every later
 * statement waits behind the one that hangs.
 */
export class PostgresClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: readonly unknown[]) => unknown;
    this.query = ((...args: readonly unknown[]) => {
      const answer = query(...named(args));
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#hangUp(error));
      return answer;
    }) as typeof this.query;
  }

  #hangUp(error: unknown): void {
    if (!(error instanceof Error) || error.message !== NO_ANSWER) return;
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
  if (known !== undefined || names.size === MAX_NAMES) return known;
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
