import { describeStores } from '../../store-postgres/test/describe-stores.ts';
import { cleanupContracts } from '../src/contract/index.ts';
import { memoryCleanup } from '../src/memory/index.ts';
import { sqlCleanup } from '../src/sql/index.ts';

describeStores('with clean-up', cleanupContracts, { memory: [memoryCleanup], sql: [sqlCleanup] });
