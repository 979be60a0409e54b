import {
  contracts,
  leaseContracts,
  nameContracts,
  originContracts,
} from '@forewarn/store-contract';
import { describeSqliteStore } from './describe-sqlite-store.ts';

describeSqliteStore('the SQLite store', contracts);
describeSqliteStore('the SQLite store, followed', [
  ...leaseContracts,
  ...originContracts,
  ...nameContracts,
]);
