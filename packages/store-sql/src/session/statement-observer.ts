import type { DatabaseConnection } from 'kysely';

/**
 * Observes the statements of a SQL store, for traces and metrics. `statement` and `batch` must call the given function
 * exactly once and return its result.
 */
export interface StatementObserver {
  /** Wraps the sending of a statement. `text` is its SQL, without the values of its parameters. */
  readonly statement: <T>(text: string, send: () => Promise<T>) => Promise<T>;
  /** Returns the current caller. The store asks for it when a call joins a batch. */
  readonly caller: () => unknown;
  /** Runs a batch of one or more calls, given the context of each, the oldest first. */
  readonly batch: <T>(
    name: string,
    callers: readonly unknown[],
    work: () => Promise<T>,
  ) => Promise<T>;
}

/** Makes connections report each statement to an observer, from their first use. */
export function observing(
  observer: Pick<StatementObserver, 'statement'> | undefined,
): <Connection extends DatabaseConnection>(connection: Connection) => Connection {
  if (observer === undefined) return (connection) => connection;
  const known = new WeakSet<DatabaseConnection>();
  return (connection) => {
    if (known.has(connection)) return connection;
    known.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = (query, options) =>
      observer.statement(query.sql, () => execute(query, options));
    return connection;
  };
}
