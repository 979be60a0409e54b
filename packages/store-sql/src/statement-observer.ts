import type { DatabaseConnection } from 'kysely';

/** Watches what a SQL store sends, for traces and metrics. Each function must call what it is given once, and settle as that does. */
export interface StatementObserver {
  /** Sends a statement: its SQL, without the values of its parameters. */
  readonly statement: <T>(text: string, send: () => Promise<T>) => Promise<T>;
  /** Whatever tells who is at work now. It is asked for when a call begins to wait for work that it may share. */
  readonly caller: () => unknown;
  /** Does the work of several calls at once, or of one that could have been several: one caller for each, the oldest first. */
  readonly shared: <T>(
    name: string,
    callers: readonly unknown[],
    work: () => Promise<T>,
  ) => Promise<T>;
}

/** Makes connections tell an observer of each statement that they send, from the first time that they are given. */
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
