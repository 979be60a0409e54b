import { describePostgresStore } from './describe-postgres-store.ts';

describePostgresStore('serializable');
