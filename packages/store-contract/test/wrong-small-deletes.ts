import { setImmediate as aTurn } from 'node:timers/promises';
import type { CallOptions } from '@forewarn/core';
import type { StrategyDefinition } from '@forewarn/record';
import type { StrategyUse } from '@forewarn/impact';
import { err, ok } from 'neverthrow';
import { TwoOperationStore, unavailable, type Work } from './two-operation-store.ts';
import {
  ABORTED,
  type Flaws,
  inContract,
  inOutages,
  INTERRUPTED,
  OUTAGE,
  type WrongTwoOperations,
} from './wrong-small-searches.ts';

type IsAllowed = (use: StrategyUse) => boolean;

/** Changes the use that guards a delete. */
const guardedBy = (change: (use: StrategyUse, store: TwoOperationStore) => Partial<StrategyUse>) =>
  class extends TwoOperationStore {
    override useOf(definition: StrategyDefinition): StrategyUse {
      const use = super.useOf(definition);
      return { ...use, ...change(use, this) };
    }
  };

const DELETES: Readonly<Record<string, Flaws>> = {
  'deletes what has exactly this name, also after it was added again': {
    'keeps what it says it deletes': class extends TwoOperationStore {
      override delete(name: string) {
        return this.find(name).map(() => {});
      }
    },
  },
  'returns StrategyNotFound, and deletes nothing, for an unknown name': {
    'ignores the case of the name': class extends TwoOperationStore {
      override find(name: string) {
        const isSame = (other: string) => other.toLowerCase() === name.toLowerCase();
        return super.find([...this.definitions.keys()].find(isSame) ?? name);
      }
    },
    'deletes what is not there': class extends TwoOperationStore {
      override async delete(name: string, options?: CallOptions) {
        const deleted = await super.delete(name, options);
        return deleted.isErr() && deleted.error.type === 'StrategyNotFound' ? ok() : deleted;
      }
    },
  },
  'returns StrategyNotEditable and keeps the definition for a built-in one': {
    'deletes built-in definitions': class extends TwoOperationStore {
      override find(name: string) {
        return super.find(name).map((definition) => ({ ...definition, editable: true }));
      }
    },
  },
  'succeeds for one of a hundred concurrent deletes': {
    'looks for the definition, and deletes it in another step': class extends TwoOperationStore {
      override async delete(name: string, options?: CallOptions) {
        const found = this.find(name);
        if (found.isErr() || !found.value.editable) return super.delete(name, options);
        await aTurn();
        this.definitions.delete(name);
        return ok();
      }
    },
  },
};

const DELETES_INTERRUPTED: Readonly<Record<string, Flaws>> = {
  ...INTERRUPTED,
  [OUTAGE]: {
    ...INTERRUPTED[OUTAGE],
    'says that it deletes during an outage': inOutages(() => ok()),
  },
  [ABORTED]: {
    ...INTERRUPTED[ABORTED],
    'deletes, and then looks at the signal': class extends TwoOperationStore {
      override async call<T, E>(work: Work<T, E>, { signal }: CallOptions = {}) {
        const result = await super.call(work);
        return signal?.aborted === true ? unavailable(signal.reason) : result;
      }

      override delete(name: string) {
        return super.delete(name);
      }
    },
  },
};

const GUARDED: Readonly<Record<string, Flaws>> = {
  'sees each put and removal before it, and keeps the definition if it fails': {
    'ignores uses in other projects than the first': guardedBy(({ touching, projects }) => ({
      touching: touching.filter(({ projectId }) => projectId === projects[0]?.projectId),
    })),
    'ignores what it can not read': guardedBy(() => ({ doubtful: [] })),
    'ignores the guard': class extends TwoOperationStore {
      override deleteIf(name: string) {
        return super.delete(name);
      }
    },
  },
  'returns StrategyNotFound and StrategyNotEditable, whatever it says': {
    'asks before it looks for the definition': class extends TwoOperationStore {
      override deleteIf(name: string, isAllowed: IsAllowed) {
        const definition = { name, parameters: [], deprecated: false, editable: true };
        return isAllowed(this.useOf(definition))
          ? super.delete(name)
          : err({ type: 'PreconditionFailed' } as const);
      }
    },
  },
  'keeps the definition if it is aborted in the precondition': {
    'ignores a signal that is aborted while it asks': class extends TwoOperationStore {
      override deleteIf(name: string, isAllowed: IsAllowed) {
        return super.deleteIf(name, isAllowed);
      }
    },
  },
  'never deletes a definition after a reader found a concurrent use of it': {
    'asks, and deletes in another step': class extends TwoOperationStore {
      override async deleteIf(name: string, isAllowed: IsAllowed) {
        const isKept = this.find(name).map((found) => !isAllowed(this.useOf(found)));
        await aTurn();
        return isKept.unwrapOr(false)
          ? err({ type: 'PreconditionFailed' } as const)
          : super.delete(name);
      }
    },
  },
};

const DELETE = 'StrategyRepository.delete';

/** Stores with wrong deletes. */
export const wrongSmallDeletes: readonly WrongTwoOperations[] = [
  ...inContract(DELETE, DELETES),
  ...inContract(`${DELETE}, interrupted`, DELETES_INTERRUPTED),
  ...inContract(`${DELETE}, conditional`, GUARDED),
];
