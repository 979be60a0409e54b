import { contracts, nameContracts } from '@forewarn/store-contract';
import { describeSqliteStore } from './describe-sqlite-store.ts';

describeSqliteStore('the SQLite store', contracts);
describeSqliteStore('the SQLite store, followed', [...nameContracts]);
