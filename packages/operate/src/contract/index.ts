/**
 * The promises of API keys, for any store.
 *
 * @module @forewarn/operate/contract
 */
import type { Contract } from '@forewarn/store-contract';
import type { ApiKeyPorts } from './api-key-calls.ts';
import { keyContract, projectKeyContract } from './api-key-contract.ts';

export type { ApiKeyPorts } from './api-key-calls.ts';

/** The promises of API keys, for stores that have them. */
export const apiKeyContracts: readonly Contract<ApiKeyPorts>[] = [keyContract, projectKeyContract];
