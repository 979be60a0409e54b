import { readUnleash } from '@forewarn/wire';

/** Counts the scheduled change requests in what Unleash lists. */
export const countScheduled = (listed: readonly unknown[]): number =>
  listed
    .map((json) => readUnleash.changeRequest(json))
    .filter((read) => read.isOk() && read.value.isScheduled).length;
