import pg from 'pg';

const NO_ANSWER = 'Query read timeout';

/**
 * A client that hangs up when a statement gets no answer in time. The driver alone would go on to use the connection,
 * on which every later statement waits behind the one that hangs.
 */
export class DisconnectingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: readonly unknown[]) => unknown;
    this.query = ((...args: readonly unknown[]) => {
      const answer = query(...args);
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
