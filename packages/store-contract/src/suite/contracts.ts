import { batchContract } from '../contracts/batch-contract.ts';
import { completeImportContracts } from '../contracts/complete-import-contract.ts';
import { eventContracts } from '../contracts/event-contract.ts';
import {
  conditionalDeleteContract,
  guardedDeleteContracts,
} from '../contracts/guarded-delete-contract.ts';
import { raceContract } from '../contracts/guard-race-contract.ts';
import { impactContracts } from '../contracts/impact-contract.ts';
import { importContracts } from '../contracts/import-contract.ts';
import { listingContracts } from '../contracts/listing-contract.ts';
import { nameContract } from '../contracts/name-contract.ts';
import { preconditionContract } from '../contracts/precondition-contract.ts';
import { projectContracts } from '../contracts/project-contract.ts';
import { projectDeleteContract } from '../contracts/project-delete-contract.ts';
import { readContracts } from '../contracts/read-contract.ts';
import { recordContracts } from '../contracts/record-contract.ts';
import { searchContracts } from '../contracts/search-contract.ts';
import { storeContracts } from '../contracts/store-contract.ts';
import { strategyContracts } from '../contracts/strategy-contract.ts';
import { strategyDeleteContracts } from '../contracts/strategy-delete-contract.ts';
import { importedUseContract } from '../contracts/strategy-use-contract.ts';
import { commitContract } from '../contracts/commit-contract.ts';
import { transferContracts } from '../contracts/transfer-contract.ts';
import { uninterrupted } from './call-cases.ts';
import type { Contract } from './contract.ts';
import type { NamePorts } from './ports.ts';

/** The promises of names, for stores that have them: they know which names exist in projects. */
export const nameContracts: readonly Contract<NamePorts>[] = [nameContract];

/** All promises of the ports of a `Store`. `describeStore` runs them. */
export const contracts: readonly Contract[] = [
  ...uninterrupted(searchContracts),
  ...uninterrupted(impactContracts),
  ...uninterrupted(listingContracts),
  ...readContracts,
  ...recordContracts,
  batchContract,
  preconditionContract,
  ...strategyContracts,
  ...uninterrupted(strategyDeleteContracts),
  ...guardedDeleteContracts,
  importedUseContract,
  conditionalDeleteContract,
  raceContract,
  ...projectContracts,
  projectDeleteContract,
  ...eventContracts,
  commitContract,
  ...importContracts,
  ...completeImportContracts,
  ...transferContracts,
  ...storeContracts,
];
