import type { Contract } from './contract.ts';
import { apiKeyContract } from './contracts/api-key-contract.ts';
import { eventAtomicityContract } from './contracts/event-atomicity-contract.ts';
import { eventContract } from './contracts/event-contract.ts';
import { exportContract } from './contracts/export-contract.ts';
import { importAtomicityContract } from './contracts/import-atomicity-contract.ts';
import { importContract } from './contracts/import-contract.ts';
import { projectContract } from './contracts/project-contract.ts';
import { recordConcurrencyContract } from './contracts/record-concurrency-contract.ts';
import { recordContract } from './contracts/record-contract.ts';
import { searchContract } from './contracts/search-contract.ts';
import { searchEquivalenceContract } from './contracts/search-equivalence-contract.ts';
import { storeContract } from './contracts/store-contract.ts';
import { strategyContract } from './contracts/strategy-contract.ts';
import { withdrawContract } from './contracts/withdraw-contract.ts';

/** Every promise of every port: what `describeStore` runs, for those who run it otherwise. */
export const contracts: readonly Contract[] = [
  searchContract,
  searchEquivalenceContract,
  recordContract,
  recordConcurrencyContract,
  withdrawContract,
  strategyContract,
  projectContract,
  eventContract,
  eventAtomicityContract,
  apiKeyContract,
  importContract,
  importAtomicityContract,
  exportContract,
  storeContract,
];
