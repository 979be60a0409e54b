import { describePostgresStore } from './describe-postgres-store.ts';

// Nothing is found there by its name alone.
describePostgresStore('the Postgres store, in a schema of its own', { schema: 'Tenant "1"' });
