// Gives an empty database the tables of a store without capabilities: node --conditions=@forewarn/source tools/migrate-database.ts URL
import { argv } from 'node:process';
import { migratePostgres } from '@forewarn/store-postgres';

(await migratePostgres({ connectionString: String(argv[2]) }))._unsafeUnwrap();
