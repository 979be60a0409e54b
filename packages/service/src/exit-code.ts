/** How the command ends: what was asked is done; it could not be done; it was asked wrongly. */
export const EXIT = { done: 0, failed: 1, misused: 2 } as const;

/** How `forewarn check` ends: nothing is scheduled; something is; it could not tell. */
export const CHECK_EXIT = { none: 0, some: 1, unknown: 2 } as const;

/** One of {@link EXIT}, or the same numbers of {@link CHECK_EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
