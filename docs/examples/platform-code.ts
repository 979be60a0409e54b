import type { DatabaseSync } from 'node:sqlite';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Event, StrategyDefinition } from '@forewarn/record';
import { definitionOf } from './platform-tables.ts';

/** How the platform's own code writes and reads its tables: here, as far as the contracts need it. */
export function platformCode(database: DatabaseSync) {
  const run = (sql: string, ...values: readonly (string | number | null)[]): void =>
    void database.prepare(sql).run(...values);

  return {
    addProject: (key: string): void => run('insert into team_project values (?)', key),
    schedule: (changed: ScheduledChangeRequest): void => {
      const {
        project,
        id,
        environment,
        title = null,
        schedule,
        createdBy,
        features,
        segments,
      } = changed;
      run('delete from change_request_item where project = ? and number = ?', project, id);
      run(
        "insert or replace into change_request values (?, ?, ?, ?, ?, ?, 'Scheduled', ?)",
        project,
        id,
        environment,
        title,
        schedule?.scheduledAt ?? null,
        schedule?.status ?? null,
        createdBy === undefined ? null : JSON.stringify(createdBy),
      );
      const items = [...features, { name: null, changes: segments, defaultChange: undefined }];
      for (const { name, changes, defaultChange = null } of items) {
        run(
          'insert into change_request_item values (?, ?, ?, ?, ?)',
          project,
          id,
          name,
          JSON.stringify(changes),
          JSON.stringify(defaultChange),
        );
      }
    },
    cancel: (project: string, number: number): void =>
      run(
        "update change_request set status = 'Cancelled' where project = ? and number = ?",
        project,
        number,
      ),
    addStrategyType: (definition: StrategyDefinition): void =>
      run(
        'insert into strategy_type values (?, ?, ?, ?, ?, ?, ?)',
        definition.name,
        definition.displayName ?? null,
        definition.title ?? null,
        definition.description ?? null,
        JSON.stringify(definition.parameters),
        Number(definition.deprecated),
        Number(!definition.editable),
      ),
    strategyTypes: (): readonly StrategyDefinition[] =>
      database.prepare('select * from strategy_type order by name').all().map(definitionOf),
    deletions: (limit: number): readonly Event[] =>
      database
        .prepare('select * from audit_log order by id desc limit ?')
        .all(limit)
        .map((row) => ({
          type: 'strategy-deleted',
          id: Number(row['id']),
          createdAt: String(row['at']),
          createdBy: String(row['who']),
          data: null,
          preData: JSON.parse(String(row['before'])),
        })),
  };
}
