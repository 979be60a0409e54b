import type { Contract } from './contract.ts';
import { apiKeyContract } from './contracts/api-key-contract.ts';
import { eventContract } from './contracts/event-contract.ts';
import { eventAtomicityContract } from './contracts/event-atomicity-contract.ts';
import { eventFilterContract } from './contracts/event-filter-contract.ts';
import { exportContract } from './contracts/export-contract.ts';
import { findContract } from './contracts/find-contract.ts';
import { importContract } from './contracts/import-contract.ts';
import { importAtomicityContract } from './contracts/import-atomicity-contract.ts';
import { preconditionContract } from './contracts/precondition-contract.ts';
import { projectContract } from './contracts/project-contract.ts';
import { projectDeleteContract } from './contracts/project-delete-contract.ts';
import { recordContract } from './contracts/record-contract.ts';
import { recordAllContract } from './contracts/record-all-contract.ts';
import { recordConcurrencyContract } from './contracts/record-concurrency-contract.ts';
import { searchContract } from './contracts/search-contract.ts';
import { searchEquivalenceContract } from './contracts/search-equivalence-contract.ts';
import { storeContract } from './contracts/store-contract.ts';
import { strategyContract } from './contracts/strategy-contract.ts';
import { strategyChangeContract } from './contracts/strategy-change-contract.ts';
import { strategyLookUpContract } from './contracts/strategy-look-up-contract.ts';
import { withdrawContract } from './contracts/withdraw-contract.ts';

/** Every promise of every port: what `describeStore` runs, for those who run it otherwise. */
export const contracts: readonly Contract[] = [
  searchContract,
  searchEquivalenceContract,
  recordContract,
  recordConcurrencyContract,
  recordAllContract,
  findContract,
  withdrawContract,
  preconditionContract,
  strategyContract,
  strategyLookUpContract,
  strategyChangeContract,
  projectContract,
  projectDeleteContract,
  eventContract,
  eventFilterContract,
  eventAtomicityContract,
  apiKeyContract,
  importContract,
  importAtomicityContract,
  exportContract,
  storeContract,
];
