import { describePostgresStore } from './describe-postgres-store.ts';

describePostgresStore('the Postgres store, serializable by default', { isolation: 'serializable' });
