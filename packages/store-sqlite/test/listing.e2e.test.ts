import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type ListingQuery, RULE_VERSION } from '@forewarn/core';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../src/index.ts';

/** More than the rows that one statement reads, in each project. */
const COUNT = 10_001;
const PROJECTS = ['a', 'b'];

/** A store in which the last change request of each project is the only one in production. */
async function openLarge() {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-listing-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'forewarn.db');
  const store = (await openSqliteStore(path))._unsafeUnwrap();
  onTestFinished(() => store.close());
  const database = new DatabaseSync(path);
  for (const project of PROJECTS) {
    database.prepare('insert into projects (id, name) values (?, ?)').run(project, project);
    database
      .prepare(
        `with recursive ids (id) as (select 1 union all select id + 1 from ids where id < ?)
        insert into change_requests (project_id, id, environment, body, scheduled_at, rule_version)
        select ?, id, iif(id = ?, 'production', 'staging'), json_object('project', ?, 'id', id), id / 10, ${RULE_VERSION} from ids`,
      )
      .run(COUNT, project, COUNT, project);
  }
  database.close();
  return async (query: Partial<ListingQuery>) => {
    const all = { projectIds: PROJECTS, limit: 10, maxBytes: 1_000_000, ...query };
    const { changeRequests, hasMore } = (await store.reader.list(all))._unsafeUnwrap();
    return { listed: changeRequests.map(({ project, id }) => `${project} ${id}`), hasMore };
  };
}

it('lists what passes a filter after more rows than one statement reads', async () => {
  const list = await openLarge();
  const environments = ['production'];
  const expected = PROJECTS.map((project) => `${project} ${COUNT}`);

  expect(await list({ environments })).toEqual({ listed: expected, hasMore: false });
  expect(await list({ environments, limit: 1 })).toEqual({ listed: ['a 10001'], hasMore: true });
  const after = { scheduledAt: 1_000, projectId: 'a', id: COUNT };
  expect(await list({ environments, after })).toEqual({ listed: ['b 10001'], hasMore: false });
  expect(await list({ environments: ['none'] })).toEqual({ listed: [], hasMore: false });
});
