import type { Contract } from '@forewarn/store-contract';

/** Whether `npm test` has the time for a contract. The long tests run all of them. */
export const isQuick = ({ port }: Contract<never>): boolean => !port.endsWith('bounds');
