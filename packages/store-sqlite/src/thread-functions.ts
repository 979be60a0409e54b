import type { SQLInputValue } from 'node:sqlite';

/** How a thread opens the file. */
export interface ThreadSettings {
  /** The URL of the file. */
  readonly location: string;
  readonly isReader: boolean;
  /** Run once on each connection. */
  readonly pragmas: string;
}

/** The result of a statement, or its first or next rows. */
export interface Reply {
  readonly rows: readonly unknown[];
  readonly changes?: number | bigint;
  /** Where the other rows are; absent with the last ones. */
  readonly cursor?: number;
  readonly error?: { readonly message: string; readonly errcode: number | undefined };
}

/** The functions of a thread that has a file open, on any number of connections. */
export interface ThreadFunctions {
  /** Runs a statement. Opens the connection if it is new. */
  run(connection: number, text: string, parameters: readonly SQLInputValue[]): Reply;
  /** Reads on. */
  next(cursor: number): Reply;
  /** Closes a cursor. */
  end(cursor: number): void;
  /** Closes all connections, and ends the thread. */
  close(): void;
}
