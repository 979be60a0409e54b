import { type Migrations, running, type SchemaDialect } from '@forewarn/store-sql';

/** The tables of leases and of the origin. */
export const migrations = ({ key, smallint, bigint, table, short }: SchemaDialect): Migrations => ({
  '0006_unleash': running(
    `create table forewarn_leases (
    name ${key} not null primary key,
    holder text not null,
    expires_at ${bigint} not null,
    ttl_ms ${bigint} not null
  ) ${short}`,
    `create table forewarn_origin (
    id ${smallint} not null primary key,
    url text not null,
    instance_id text,
    hides_projects ${smallint} not null,
    is_synced ${smallint} not null
  ) ${table}`,
  ),
});
