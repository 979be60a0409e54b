import { type Migrations, running, type SchemaDialect } from '@forewarn/store-sql';

/** The table of how features are used. */
export const migrations = ({ key, table }: SchemaDialect): Migrations => ({
  '0008_cleanup': running(
    `create table forewarn_feature_use (
      project_id ${key} not null primary key,
      as_of text not null,
      features text not null,
      planned_definitions text
    ) ${table}`,
  ),
});
