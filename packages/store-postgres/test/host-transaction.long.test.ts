import type { StorePorts } from '@forewarn/store';
import { contracts } from '@forewarn/store-contract';
import { Kysely, PostgresDialect } from 'kysely';
import { type Result, ResultAsync } from 'neverthrow';
import pg from 'pg';
import { describePostgresStore } from './describe-postgres-store.ts';

type Call = (...args: readonly unknown[]) => PromiseLike<Result<unknown, unknown>>;

// Each call is the only one of a transaction of a platform, whose driver returns ids as text.
describePostgresStore('the Postgres store, within transactions of a platform', {
  // The statements are the same, so what compares them with the rule, or takes long, is left out. No store sees
  // the commits of its host.
  some: contracts.filter(
    ({ port }) => !/^(?:StateTransfer|ApiKey|Store$)|(?:rule|count|size|committed)$/.test(port),
  ),
  wrap: (store, connectionString) => {
    const pool = new pg.Pool({ connectionString });
    // An outage ends idle connections, too.
    pool.on('error', () => {});
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    // A listing takes several statements.
    const begin = (port: keyof StorePorts) =>
      db.transaction().setIsolationLevel(port === 'reader' ? 'repeatable read' : 'read committed');
    type Joined = Required<Omit<StorePorts, 'origins'>>;
    const joining = <Port extends keyof Joined>(port: Port): Joined[Port] => {
      const call =
        (method: string | symbol) =>
        (...args: readonly unknown[]) =>
          new ResultAsync(
            begin(port).execute(async (transaction) => {
              const ports = store.withTransaction(transaction);
              return (Reflect.get(ports[port], method) as Call)(...args);
            }),
          );
      return new Proxy(store[port], { get: (_, method) => call(method) });
    };
    return {
      ...store,
      reader: joining('reader'),
      writer: joining('writer'),
      strategies: joining('strategies'),
      projects: joining('projects'),
      names: joining('names'),
      close: async () => {
        await db.destroy();
        await store.close();
      },
    };
  },
});
