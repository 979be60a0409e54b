import { type Migrations, running, type SchemaDialect } from '@forewarn/store-sql';
import { touchInfluences } from './influence-codes.ts';

/** What forecasts read: influences in the rows of the touches, deleted strategy definitions, and names that are missing. */
export const migrations = (dialect: SchemaDialect): Migrations => {
  const { key, smallint, short, index, outdate } = dialect;
  return {
    '0004_forecast': running(
      ...outdate,
      ...Object.entries(touchInfluences.indexes).map(
        ([name, of]) => `create index ${name} on ${of}`,
      ),
      `create index change_requests_to_apply
        on change_requests ${index('scheduled_at, project_id, id', 'environment')} where status = 'pending'`,
      `create index events_of_deleted_strategies on events (deleted_strategy, id)
        where deleted_strategy is not null`,
      `create table forewarn_missing_names (
        project_id ${key} not null,
        kind ${smallint} not null,
        value ${key} not null,
        is_archived ${smallint} not null,
        primary key (project_id, kind, value)
      ) ${short}`,
    ),
  };
};
