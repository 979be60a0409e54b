import type { ImportCounts, ImportTally } from './state-transfer.ts';

/** The tally of no entries. */
export const NO_TALLY: ImportTally = { created: 0, replaced: 0, unchanged: 0, withdrawn: 0 };

/** The counts of an import without entries. */
export const NO_COUNTS: ImportCounts = {
  projects: NO_TALLY,
  strategies: NO_TALLY,
  changeRequests: NO_TALLY,
};

/** Returns the sums of two tallies. */
export const addTallies = (one: ImportTally, other: ImportTally): ImportTally => ({
  created: one.created + other.created,
  replaced: one.replaced + other.replaced,
  unchanged: one.unchanged + other.unchanged,
  withdrawn: one.withdrawn + other.withdrawn,
});

/** Returns the sums of the counts of two imports. */
export const addCounts = (one: ImportCounts, other: ImportCounts): ImportCounts => ({
  projects: addTallies(one.projects, other.projects),
  strategies: addTallies(one.strategies, other.strategies),
  changeRequests: addTallies(one.changeRequests, other.changeRequests),
});
