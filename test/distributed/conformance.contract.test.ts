import { describePostgresStore } from '../../packages/store-postgres/test/describe-postgres-store.ts';
import { distributedDatabase } from './citus-database.ts';

describePostgresStore('a store on Citus', { makeDatabase: distributedDatabase });
