/** Exit codes of the command. `misused`: wrong arguments or settings. */
export const EXIT = { done: 0, failed: 1, misused: 2 } as const;

/** Exit codes of `forewarn check`: whether anything is scheduled. */
export const CHECK_EXIT = { none: 0, some: 1, unknown: 2 } as const;

/** One of {@link EXIT}, or of {@link CHECK_EXIT}, which has the same numbers. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
