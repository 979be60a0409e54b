import type { Contract } from '@forewarn/store-contract';
import { describeStores } from '../../store-postgres/test/describe-stores.ts';
import { apiKeyContracts, sessionContracts, type SessionPorts } from '../src/contract/index.ts';
import { memoryOperate } from '../src/memory/index.ts';
import { sqlOperate } from '../src/sql/index.ts';

const contracts: readonly Contract<SessionPorts>[] = [...apiKeyContracts, ...sessionContracts];

describeStores('with API keys', contracts, { memory: [memoryOperate], sql: [sqlOperate] });
