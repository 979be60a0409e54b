import { type Migrations, running, type SchemaDialect } from '@forewarn/store-sql';

/** The tables of the API keys and of their sessions. */
export const migrations = ({ key, bigint, short }: SchemaDialect): Migrations => ({
  '0007_operate': running(
    `create table forewarn_api_keys (
      name ${key} not null primary key,
      secret_hash ${key} not null unique,
      permissions text not null,
      projects text
    ) ${short}`,
    `create table forewarn_sessions (
      token_hash ${key} not null primary key,
      secret_hash ${key} not null,
      started_at ${bigint} not null,
      expires_at ${bigint} not null
    ) ${short}`,
    'create index forewarn_sessions_of_key on forewarn_sessions (secret_hash, expires_at)',
    'create index forewarn_sessions_by_end on forewarn_sessions (expires_at)',
  ),
});
