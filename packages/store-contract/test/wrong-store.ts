import type { FollowerStore } from '@forewarn/core/operator';
import { ResultAsync } from 'neverthrow';
import type { State } from './reference-state.ts';

/** Adds a flaw to a correct store. */
type Spoil = (right: FollowerStore, state: State) => FollowerStore;

/** A store with one flaw, and the contracts that must reject it. */
export interface WrongStore {
  readonly flaw: string;
  readonly rejectedBy: readonly string[];
  readonly spoil: Spoil;
}

/** Returns the stores that these contracts must reject, each made by its flaw. */
export const wrong = (
  rejectedBy: readonly string[],
  flaws: Readonly<Record<string, Spoil>>,
): readonly WrongStore[] =>
  Object.entries(flaws).map(([flaw, spoil]) => ({ flaw, rejectedBy, spoil }));

type Port = Exclude<keyof FollowerStore, 'check' | 'close'>;

/** Replaces some calls of one port. */
export const replacing =
  <P extends Port>(
    port: P,
    calls: (right: FollowerStore, state: State) => Partial<FollowerStore[P]>,
  ): Spoil =>
  (right, state) => ({ ...right, [port]: { ...right[port], ...calls(right, state) } });

/** Replaces some calls of a port that is named once. */
const inPort =
  <P extends Port>(port: P) =>
  (calls: (right: FollowerStore, state: State) => Partial<FollowerStore[P]>): Spoil =>
    replacing(port, calls);

export const inReader = inPort('reader');
export const inWriter = inPort('writer');
export const inStrategies = inPort('strategies');
export const inProjects = inPort('projects');
export const inEvents = inPort('events');
export const inApiKeys = inPort('apiKeys');
export const inTransfer = inPort('transfer');

/** Lets all waiting calls run first. */
export const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Does the same in a chain of results. */
export const afterAMoment = (): ResultAsync<void, never> => ResultAsync.fromSafePromise(aMoment());
