import { expect, it } from 'vitest';
import { changeRequest, openDatabase, registerShop } from './open-database.ts';

const NOTE_LEVELS = `
  create table levels (level text);
  create function note_level() returns trigger language plpgsql as $$
    begin insert into levels values (current_setting('transaction_isolation')); return new; end $$;
  create trigger note_level after insert on events for each row execute function note_level()`;

it.each(['repeatable read', 'serializable'])(
  'writes in read committed on a server whose default is %s',
  async (level) => {
    const { url, open, connect } = await openDatabase();
    const client = await connect();
    await client.query(NOTE_LEVELS);
    const pool = {
      connectionString: url,
      options: `-c default_transaction_isolation=${level.replaceAll(' ', String.raw`\ `)}`,
    };
    const store = await open({ pool });

    await registerShop(store);
    (await store.writer.put(changeRequest(1, 'one'), 'ann'))._unsafeUnwrap();
    (await store.writer.putAll([changeRequest(2, 'two')], 'ann'))._unsafeUnwrap();
    (await store.projects.delete('shop', 'ann'))._unsafeUnwrap();

    const { rows } = await client.query('select distinct level from levels');
    expect(rows).toEqual([{ level: 'read committed' }]);
    expect((await client.query('select from levels')).rowCount).toBe(4);
  },
);
