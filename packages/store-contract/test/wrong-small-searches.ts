import {
  type CallOptions,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestMatches,
  type ScheduledChangeRequestSearch,
  type Target,
  type TargetKind,
  targetValue,
} from '@forewarn/core';
import { ok, type Result } from 'neverthrow';
import { TwoOperationStore, unavailable, type Work } from './two-operation-store.ts';

/** Stores with one flaw, each by that. */
export type Flaws = Readonly<Record<string, new () => TwoOperationStore>>;

/** Compares targets of one kind in another way, too. */
const comparing = (kind: TargetKind, sameValue: (touched: string, asked: string) => boolean) =>
  class extends TwoOperationStore {
    override matches(touched: readonly Target[], anyOf: readonly Target[]): boolean {
      const isSame = (target: Target, asked: Target): boolean =>
        target.kind === kind &&
        asked.kind === kind &&
        sameValue(targetValue(target), targetValue(asked));
      return (
        super.matches(touched, anyOf) ||
        anyOf.some((asked) => touched.some((target) => isSame(target, asked)))
      );
    }
  };

/** Changes what searches find. */
const finding = (
  change: (
    found: ScheduledChangeRequestMatches,
    search: ScheduledChangeRequestSearch,
    store: TwoOperationStore,
  ) => ScheduledChangeRequestMatches,
) =>
  class extends TwoOperationStore {
    override search(search: ScheduledChangeRequestSearch) {
      return super.search(search).map((found) => change(found, search, this));
    }
  };

/** Changes the options of calls. */
const receiving = (change: (options: CallOptions) => CallOptions) =>
  class extends TwoOperationStore {
    override call<T, E>(work: Work<T, E>, options: CallOptions = {}) {
      return super.call(work, change(options));
    }
  };

/** Reacts to an outage in another way. */
export const inOutages = (react: (work: Work<never, never>) => unknown) =>
  class extends TwoOperationStore {
    override duringOutage<T, E>(work: Work<T, E>) {
      return react(work as Work<never, never>) as Result<T, E>;
    }
  };

class Caching extends TwoOperationStore {
  readonly #found = new Map<string, ReturnType<TwoOperationStore['search']>>();

  override search(search: ScheduledChangeRequestSearch) {
    const key = JSON.stringify(search);
    const found = this.#found.get(key) ?? super.search(search);
    this.#found.set(key, found);
    return found;
  }
}

const SEARCHES: Readonly<Record<string, Flaws>> = {
  'returns what touches any of the targets, each once, by ascending id': {
    'requires all targets instead of any': class extends TwoOperationStore {
      override matches(touched: readonly Target[], anyOf: readonly Target[]) {
        return anyOf.length > 0 && anyOf.every((asked) => super.matches(touched, [asked]));
      }
    },
    'returns a change request once per target': finding((found, { anyOf }) => ({
      ...found,
      changeRequests: found.changeRequests.flatMap((each) => anyOf.map(() => each)),
    })),
    'returns the newest first': finding((found) => ({
      ...found,
      changeRequests: found.changeRequests.toReversed(),
    })),
  },
  'returns what is scheduled now, after each put, replacement and removal': {
    'returns copies of the first result of each search': class extends Caching {
      override search(search: ScheduledChangeRequestSearch) {
        return super.search(search).map((found) => structuredClone(found));
      }
    },
    'finds what was applied or cancelled': class extends TwoOperationStore {
      override remove() {}
    },
    'finds the version before a replacement, too': class extends TwoOperationStore {
      override put(changeRequest: ScheduledChangeRequest) {
        this.scheduled.push(structuredClone(changeRequest));
      }
    },
  },
  'says how current its data is: live, or as of a time that has been': {
    'never says that it has data': finding((found) => ({ ...found, coverage: { kind: 'none' } })),
    'has data of a time to come': finding((found) => ({
      ...found,
      coverage: { kind: 'as-of', asOf: '9999-12-31T00:00:00.000Z', source: 'sync' },
    })),
  },
  'returns ProjectNotFound for an unregistered project, with any targets': {
    'returns an empty list for an unknown project': class extends TwoOperationStore {
      override search(search: ScheduledChangeRequestSearch) {
        const nothing = { coverage: this.coverage(), changeRequests: [] };
        return super.search(search).orElse(() => ok(nothing));
      }
    },
  },
  'compares the ids of projects byte for byte, and finds nothing of another': {
    'ignores the project': class extends TwoOperationStore {
      override search(search: ScheduledChangeRequestSearch) {
        const { scheduled } = this;
        const project = search.projectId;
        this.scheduled = scheduled.map((each) => ({ ...each, project }));
        const found = super.search(search);
        this.scheduled = scheduled;
        return found;
      }
    },
  },
  'returns copies: mutating a result changes nothing in the store': {
    'returns its own objects': Caching,
  },
};

const BY_THE_RULE: Readonly<Record<string, Flaws>> = {
  'compares texts byte for byte: feature': {
    'ignores the case of features': comparing(
      'feature',
      (a, b) => a.toLowerCase() === b.toLowerCase(),
    ),
  },
  'compares texts byte for byte: strategy': {
    'ignores the ids of strategies': comparing('strategy', () => true),
  },
};

export const OUTAGE = 'returns StoreUnavailable during an outage, and works as before after it';
export const ABORTED = 'changes nothing with an aborted signal, and returns its reason';

const WHILE_IT_RUNS = 'returns the reason if it is aborted while it runs, unless it has its result';

/** Flaws of every call. */
export const INTERRUPTED: Readonly<Record<string, Flaws>> = {
  [OUTAGE]: {
    'throws during an outage': inOutages(() => {
      throw new Error('down');
    }),
    'works with old data during an outage': inOutages((work) => work()),
  },
  [ABORTED]: {
    'ignores aborted signals': receiving(({ signal: _ignored, ...others }) => others),
  },
  [WHILE_IT_RUNS]: {
    'loses the reason of a signal': class extends TwoOperationStore {
      override async call<T, E>(work: Work<T, E>, options: CallOptions = {}) {
        const result = await super.call(work, options);
        return options.signal?.aborted === true ? unavailable(new Error('aborted')) : result;
      }
    },
  },
  'is not affected by a signal unless it is aborted': {
    'refuses calls with a signal': class extends TwoOperationStore {
      override async call<T, E>(work: Work<T, E>, options: CallOptions = {}) {
        const { signal } = options;
        return signal === undefined ? super.call(work) : unavailable(signal.reason);
      }
    },
  },
};

const SEARCHES_INTERRUPTED: Readonly<Record<string, Flaws>> = {
  ...INTERRUPTED,
  [OUTAGE]: {
    ...INTERRUPTED[OUTAGE],
    'finds nothing during an outage': inOutages(() =>
      ok({ coverage: { kind: 'live' }, changeRequests: [] }),
    ),
  },
  [WHILE_IT_RUNS]: {
    ...INTERRUPTED[WHILE_IT_RUNS],
    'ignores a signal that is aborted while it searches': receiving((options) =>
      options.signal?.aborted === true ? options : {},
    ),
  },
};

/** A wrong store of the two operations, and the case that names what is wrong. */
export interface WrongTwoOperations {
  readonly flaw: string;
  readonly port: string;
  readonly caseName: string;
  readonly Store: new () => TwoOperationStore;
}

export const inContract = (
  port: string,
  cases: Readonly<Record<string, Flaws>>,
): readonly WrongTwoOperations[] =>
  Object.entries(cases).flatMap(([caseName, flaws]) =>
    Object.entries(flaws).map(([flaw, Store]) => ({ flaw, port, caseName, Store })),
  );

const SEARCH = 'ScheduledChangeRequestReader.search';

/** Stores with wrong searches. */
export const wrongSmallSearches: readonly WrongTwoOperations[] = [
  ...inContract(SEARCH, SEARCHES),
  ...inContract(`${SEARCH}, against the rule`, BY_THE_RULE),
  ...inContract(`${SEARCH}, interrupted`, SEARCHES_INTERRUPTED),
];
