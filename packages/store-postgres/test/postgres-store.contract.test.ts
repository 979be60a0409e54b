import { describePostgresStore } from './describe-postgres-store.ts';

describePostgresStore('read committed');
