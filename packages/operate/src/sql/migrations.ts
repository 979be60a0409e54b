import { type Migrations, running, type SchemaDialect } from '@forewarn/store-sql';

/** The table of the API keys. */
export const migrations = ({ key, short }: SchemaDialect): Migrations => ({
  '0007_operate': running(
    `create table forewarn_api_keys (
      name ${key} not null primary key,
      secret_hash ${key} not null unique,
      permissions text not null,
      projects text
    ) ${short}`,
  ),
});
