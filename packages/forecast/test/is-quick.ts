import type { Contract } from '@forewarn/store-contract';

/** Whether `npm test` has the time for a contract with a database. The long tests run all of them. */
export const isQuick = ({ port }: Contract<never>): boolean =>
  !/^ForecastReader, (?:count|size)$/.test(port);
