/** Resolves after other work of the event loop had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

// Every platform has it, but the types of core name none.
const { setTimeout } = globalThis as unknown as {
  readonly setTimeout: (run: () => void, ms: number) => unknown;
};
