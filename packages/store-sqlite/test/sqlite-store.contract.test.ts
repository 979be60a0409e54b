import {
  contracts,
  leaseContracts,
  nameContracts,
  originContracts,
} from '@forewarn/store-contract';
import { isQuick } from '../../../tools/is-quick.ts';
import { describeSqliteStore } from './describe-sqlite-store.ts';

describeSqliteStore('the SQLite store', contracts.filter(isQuick));
describeSqliteStore('the SQLite store, followed', [
  ...leaseContracts,
  ...originContracts,
  ...nameContracts,
]);
