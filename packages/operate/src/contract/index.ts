/**
 * The promises of API keys and of their sessions, for any store.
 *
 * @module @forewarn/operate/contract
 */
import type { Contract } from '@forewarn/store-contract';
import type { ApiKeyPorts } from './api-key-calls.ts';
import { keyContract, projectKeyContract } from './api-key-contract.ts';
import { sessionContract, type SessionPorts } from './session-contract.ts';

export type { ApiKeyPorts } from './api-key-calls.ts';
export type { SessionPorts } from './session-contract.ts';

/** The promises of API keys, for stores that have them. */
export const apiKeyContracts: readonly Contract<ApiKeyPorts>[] = [keyContract, projectKeyContract];

/** The promises of the sessions of API keys, for stores that have them. */
export const sessionContracts: readonly Contract<SessionPorts>[] = [sessionContract];
