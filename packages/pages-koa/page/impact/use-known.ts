import type { StrategiesSchema } from '@forewarn/client';
import {
  type ScheduledChangeRequest,
  type TargetKind,
  targetValue,
  touchesIn,
} from '@forewarn/core';
import { pathIn } from '../api/send.ts';
import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { type NextChange, nextChangesOf } from './next-changes-of.ts';

/** The names and ids that are known, by kind, each with where it is. Not complete: it helps to type. */
export type Known = Readonly<Partial<Record<TargetKind, ReadonlyMap<string, string>>>>;

interface Learned {
  readonly known: Known;
  /** Each feature once, the soonest first. */
  readonly next: readonly NextChange[];
}

/** Maximum change requests that are read for their names. */
const LIMIT = 1_000;

/** Reads the strategy definitions, and the targets of the change requests that are scheduled first. */
export function useKnown(project: string): Learned {
  const { send } = useSession();
  const path = pathIn(project, `change-requests?limit=${LIMIT}`);
  const { value = NOTHING } = useLoad<Learned>(`known ${path}`, async (signal) => {
    const [listed, defined] = await Promise.all([
      send<readonly ScheduledChangeRequest[]>({ path, signal }),
      send<StrategiesSchema>({ path: 'strategies', signal }),
    ]);
    if (!listed.ok) return listed;
    if (!defined.ok) return defined;
    const names = defined.value.strategies.map(({ name }) => [name, ''] as const);
    const known: Partial<Record<TargetKind, Map<string, string>>> = {
      strategyDefinition: new Map(names),
    };
    for (const { target, feature } of listed.value.flatMap((each) => touchesIn(each))) {
      const where = target.kind === 'strategy' ? `in ${feature ?? ''}` : '';
      (known[target.kind] ??= new Map()).set(targetValue(target), where);
    }
    return { ...listed, value: { known, next: nextChangesOf(listed.value, Date.now()) } };
  });
  return value;
}

const NOTHING: Learned = { known: {}, next: [] };
