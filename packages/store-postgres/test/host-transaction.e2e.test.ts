import { makeUseCases } from '@forewarn/use-cases';
import type { StorePorts } from '@forewarn/store';
import { describe, expect, it } from 'vitest';
import { allowing } from '../../core/test/authorizers.ts';
import type { PostgresTransaction } from '../src/index.ts';
import { changeRequest, outcomeOf, searchFor } from './open-database.ts';
import { openPlatform, type Platform, using } from './open-platform.ts';

const authorizer = allowing([]);

class RolledBack extends Error {}

/** How a platform runs a transaction, which deletes its own row first. */
const HOSTS: Readonly<
  Record<
    string,
    (platform: Platform, work: (transaction: PostgresTransaction) => Promise<void>) => Promise<void>
  >
> = {
  'a transaction of Kysely whose driver reads bigints': ({ dbOfBigInts }, work) =>
    dbOfBigInts.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('platformStrategies').execute();
      await work(transaction);
    }),
  'a controlled transaction of Kysely': async ({ db }, work) => {
    const transaction = await db.startTransaction().execute();
    try {
      await transaction.deleteFrom('platformStrategies').execute();
      await work(transaction);
      await transaction.commit().execute();
    } catch (error) {
      await transaction.rollback().execute();
      throw error;
    }
  },
  'a client of pg': async ({ pool }, work) => {
    const client = await pool.connect();
    try {
      await client.query('begin; delete from platform_strategies');
      await work(client);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  },
};

describe.each(Object.entries(HOSTS))('within %s', (_, inTransaction) => {
  it.each([
    ['without a guard', 'deleteStrategy'],
    ['with a guard', 'guardedDeleteStrategy'],
  ] as const)('deletes here and there %s, or rolls both back', async (_how, name) => {
    const platform = await openPlatform();
    const { store, rowsLeft, eventTypes } = platform;
    const remove = async (transaction: PostgresTransaction): Promise<void> => {
      const useCases = makeUseCases({ store: store.withTransaction(transaction), authorizer });
      const acknowledge = await useCases
        .getStrategyImpact({ credentials: 'ann', name: 'gradual' })
        .map(({ fingerprint }) => fingerprint)
        .unwrapOr('');
      (await useCases[name]({ credentials: 'ann', name: 'gradual', acknowledge }))._unsafeUnwrap();
    };
    const rolledBack = inTransaction(platform, async (transaction) => {
      await remove(transaction);
      throw new RolledBack();
    });
    await expect(rolledBack).rejects.toThrow(RolledBack);
    expect(await rowsLeft()).toEqual({ ours: 1, theirs: 1 });
    expect(await eventTypes()).not.toContain('strategy-deleted');

    await inTransaction(platform, remove);
    expect(await rowsLeft()).toEqual({ ours: 0, theirs: 0 });
    expect(await eventTypes()).toContain('strategy-deleted');
  });

  it('records, and reads what it recorded; others see it, and its event, after the commit', async () => {
    const platform = await openPlatform();
    const { store, eventTypes } = platform;
    const search = async ({ reader }: Pick<StorePorts, 'reader'>) =>
      (await reader.search(searchFor('checkout')))._unsafeUnwrap().changeRequests;
    await inTransaction(platform, async (transaction) => {
      const joined = store.withTransaction(transaction);
      const useCases = makeUseCases({ store: joined, authorizer });
      const batch = [changeRequest(7, 'first', ['checkout']), changeRequest(8, 'other')];
      const recorded = [
        await useCases.recordScheduledChangeRequest({
          credentials: 'ann',
          changeRequest: changeRequest(7, 'early', ['checkout']),
        }),
        await useCases.recordScheduledChangeRequests({
          credentials: 'ann',
          projectId: 'shop',
          changeRequests: batch,
        }),
        // Its rows have names that a plugin of the platform would change.
        await joined.projects.register({ id: 'gone', name: 'Gone' }, 'ann'),
        await joined.writer.put({ ...changeRequest(1, 'gone'), project: 'gone' }, 'ann'),
        await joined.projects.delete('gone', 'ann'),
        await useCases.withdrawScheduledChangeRequest({
          credentials: 'ann',
          projectId: 'shop',
          id: 8,
        }),
      ];
      expect(recorded.map(outcomeOf)).toEqual(recorded.map(() => 'ok'));
      expect(await search(joined)).toEqual([{ id: 7, environment: 'production', title: 'first' }]);
      const page = await joined.reader.list({ projectIds: ['shop'], limit: 9, maxBytes: 9_999 });
      expect(page._unsafeUnwrap().changeRequests).toEqual(batch.slice(0, 1));
      const asked = [{ target: { kind: 'feature', name: 'checkout' } }] as const;
      const impact = await joined.reader.impact({ asked, projectIds: ['shop'] });
      expect(impact._unsafeUnwrap().targets[0]).toMatchObject({ count: 1 });
      expect(await search(store)).toEqual([]);
      expect(await eventTypes()).not.toContain('change-request-scheduled');
    });
    expect(await search(store)).toHaveLength(1);
    expect((await eventTypes(4)).toSorted()).toEqual([
      'change-request-schedule-withdrawn',
      'change-request-scheduled',
      'project-created',
      'project-deleted',
    ]);
  });

  it('leaves the transaction as it was before a call that fails, and usable', async () => {
    const platform = await openPlatform();
    const { store, connect, rowsLeft } = platform;
    const other = await connect();
    await inTransaction(platform, async (transaction) => {
      const { writer, strategies, projects } = store.withTransaction(transaction);
      const failed = [outcomeOf(await writer.put(using, 'ann', { onlyIf: () => false }))];
      const [project] = (await projects.list())._unsafeUnwrap();
      expect(project?.coverage).toEqual({ kind: 'none' });
      await other.query(`begin; select from strategies where name = 'gradual' for update`);
      const impatient = `set local lock_timeout = '50ms'`;
      if ('query' in transaction) await transaction.query({ text: impatient } as never);
      else
        await transaction
          .withoutPlugins()
          .executeQuery({ sql: impatient, parameters: [] } as never);
      failed.push(outcomeOf(await strategies.deleteIf('gradual', 'ann', () => true)));
      failed.push(outcomeOf(await strategies.delete('gradual', 'ann')));
      await other.query('rollback');
      expect(failed).toEqual(['PreconditionFailed', 'StoreUnavailable', 'StoreUnavailable']);
      expect(outcomeOf(await strategies.delete('gradual', 'ann'))).toBe('ok');
    });
    expect(await rowsLeft()).toEqual({ ours: 0, theirs: 0 });
  });
});
