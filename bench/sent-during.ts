import pg from 'pg';

type Scalar = string | number | null;

/** A statement that was sent, with its parameters. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly (Scalar | readonly Scalar[])[];
}

/** Runs work, and returns the statements that any client of pg sends meanwhile. */
export async function sentDuring(work: () => Promise<unknown>): Promise<readonly SentStatement[]> {
  const sent: SentStatement[] = [];
  const { prototype } = pg.Client;
  const original = Object.getOwnPropertyDescriptor(prototype, 'query') ?? {};
  const query = original.value as (...args: unknown[]) => unknown;
  Object.defineProperty(prototype, 'query', {
    ...original,
    value(this: pg.Client, ...args: unknown[]): unknown {
      const [config] = args as [string | SentStatement];
      sent.push(typeof config === 'string' ? { text: config, values: [] } : config);
      return query.apply(this, args);
    },
  });
  try {
    await work();
    return sent;
  } finally {
    Object.defineProperty(prototype, 'query', original);
  }
}
