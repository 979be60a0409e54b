/** How the command ends: what was asked is done; it could not be done; it was asked wrongly. */
export const EXIT = { done: 0, failed: 1, misused: 2 } as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
