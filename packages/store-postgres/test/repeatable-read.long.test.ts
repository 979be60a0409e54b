import { describePostgresStore } from './describe-postgres-store.ts';

describePostgresStore('the Postgres store, repeatable read by default', {
  isolation: 'repeatable read',
});
