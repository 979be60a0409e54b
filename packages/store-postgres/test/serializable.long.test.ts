import { contracts } from '@forewarn/store-contract';
import { describePostgresStore } from './describe-postgres-store.ts';

// In the schema, nothing is found by its name alone. What is found there is the same, so what compares it with the rule is
// left out.
describePostgresStore('the Postgres store, serializable by default, in a schema of its own', {
  isolation: 'serializable',
  schema: 'Tenant "1"',
  some: contracts.filter(({ port }) => !port.endsWith('rule')),
});
