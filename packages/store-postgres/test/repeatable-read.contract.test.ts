import { describePostgresStore } from './describe-postgres-store.ts';

describePostgresStore('repeatable read');
