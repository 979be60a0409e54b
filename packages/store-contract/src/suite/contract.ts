import type { Store } from '@forewarn/store';
import { PROJECT } from '../samples/change-request.ts';
import type { SearchPorts } from './ports.ts';
import { registerProjects } from './store-calls.ts';

/** The input of a case: a whole store, or the ports that its contract needs. */
export interface CaseInput<Ports = Store> {
  /** A new store. */
  readonly store: Ports;
  /** Opens another new store, which is released with the first. */
  readonly open: () => Promise<Ports>;
  /** Makes an outage of the store, or ends the case if it can't. */
  readonly breakDown: BreakDown;
}

/** Makes an outage, and returns what ends it; nothing if it lasts. */
export type BreakDown = () => Promise<(() => Promise<unknown>) | void>;

/** One promise. Its run rejects when the store breaks it. */
export interface ContractCase<Ports = Store> {
  readonly name: string;
  /** Resolves when the store keeps the promise. */
  readonly run: (input: CaseInput<Ports>) => Promise<void>;
}

export type Promises<Ports> = Readonly<Record<string, ContractCase<Ports>['run']>>;

/** All promises of one port or of one of its calls. */
export interface Contract<Ports = Store> {
  readonly port: string;
  readonly cases: readonly ContractCase<Ports>[];
}

/** Makes a contract of its promises: the run of each case by its name. */
export function contractOf<Ports = Store>(
  port: string,
  promises: Promises<Ports>,
): Contract<Ports> {
  return { port, cases: Object.entries(promises).map(([name, run]) => ({ name, run })) };
}

export const casesOf = <Entry, Ports = Store>(
  table: Readonly<Record<string, Entry>>,
  nameOf: (key: string) => string,
  runOf: (entry: Entry) => ContractCase<Ports>['run'],
): Promises<Ports> =>
  Object.fromEntries(Object.entries(table).map(([key, entry]) => [nameOf(key), runOf(entry)]));

/** Makes a contract whose cases begin with {@link PROJECT}, which is empty. */
export const projectContractOf = <Ports extends Pick<SearchPorts, 'projects'> = Store>(
  port: string,
  promises: Promises<Ports>,
): Contract<Ports> => {
  const { cases } = contractOf(port, promises);
  const begin = ({ name, run }: ContractCase<Ports>): ContractCase<Ports> => ({
    name,
    run: (input) => registerProjects(input.store, PROJECT).then(() => run(input)),
  });
  return { port, cases: cases.map(begin) };
};

/** A store opened for one case: a whole one, or the ports that the case needs. */
export interface OpenedStore<Ports = Store> {
  readonly store: Ports;
  /** Closes the store, which the case may have closed already, and removes its files or tables. */
  release(): Promise<void>;
  /**
   * Makes calls unable to reach the data, as an outage does, and returns what ends that; nothing if it lasts, such as after
   * closing a connection. Without it, the promises of outages are not tested.
   */
  readonly breakDown?: BreakDown;
}

/** Opens a new store, which contains only the built-in strategy definitions. */
export type OpenStore<Ports = Store> = () => Promise<OpenedStore<Ports>>;

const NO_OUTAGE = new Error('`open` returned no `breakDown`');
const NO_EVENTS = new Error('the store has no `events`');

/** Returns the store with its events, or ends the case if it has none. */
export function withEvents<Ports extends { readonly events?: unknown }>(
  store: Ports,
): Ports & { readonly events: NonNullable<Ports['events']> } {
  if (store.events === undefined) throw NO_EVENTS;
  return store as ReturnType<typeof withEvents<Ports>>;
}

/**
 * Runs one case with new stores, and releases them. Returns `not run` if the case needs a `breakDown` or events and there are
 * none.
 */
export async function runCase<Ports>(
  { run }: ContractCase<Ports>,
  open: OpenStore<Ports>,
): Promise<'passed' | 'not run'> {
  const opened: OpenedStore<Ports>[] = [];
  const openAnother = async (): Promise<OpenedStore<Ports>> => {
    const another = await open();
    opened.push(another);
    return another;
  };

  try {
    const { store, breakDown = () => Promise.reject(NO_OUTAGE) } = await openAnother();
    await run({ store, breakDown, open: async () => (await openAnother()).store });
    return 'passed';
  } catch (error) {
    if (error === NO_OUTAGE || error === NO_EVENTS) return 'not run';
    throw error;
  } finally {
    await releaseAll(opened);
  }
}

async function releaseAll(opened: readonly OpenedStore<unknown>[]): Promise<void> {
  const released = await Promise.allSettled(opened.map((each) => each.release()));
  for (const outcome of released) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}
