import type { ImportCounts, ImportTally } from '@forewarn/core/operator';

const NONE: ImportTally = { created: 0, replaced: 0, unchanged: 0, withdrawn: 0 };

/** The counts of an import without entries. */
export const NO_COUNTS: ImportCounts = { projects: NONE, strategies: NONE, changeRequests: NONE };

/** Returns the sums of the counts of two imports. */
export const addCounts = (a: ImportCounts, b: ImportCounts): ImportCounts => ({
  projects: addTallies(a.projects, b.projects),
  strategies: addTallies(a.strategies, b.strategies),
  changeRequests: addTallies(a.changeRequests, b.changeRequests),
});

const addTallies = (a: ImportTally, b: ImportTally): ImportTally => ({
  created: a.created + b.created,
  replaced: a.replaced + b.replaced,
  unchanged: a.unchanged + b.unchanged,
  withdrawn: a.withdrawn + b.withdrawn,
});
