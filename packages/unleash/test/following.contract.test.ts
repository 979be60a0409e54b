import { describeStores } from '../../store-postgres/test/describe-stores.ts';
import { followingContracts } from '../src/contract/index.ts';
import { memoryUnleash } from '../src/memory/index.ts';
import { sqlUnleash } from '../src/sql/index.ts';

describeStores('followed', followingContracts, { memory: [memoryUnleash], sql: [sqlUnleash] });
