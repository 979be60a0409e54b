import type { Change, ChangeAction } from '@forewarn/core';
import { type Call, type Names, pathOf, type State, type World } from './world.ts';

/** A change of a scheduled change request, as the open-source edition can apply it. */
export interface ScheduledChange {
  /** In a table, after "a scheduled change request …". */
  readonly words: string;
  readonly action: ChangeAction;
  /** The flag it is listed under; absent for a change of a segment. */
  readonly under?: (world: Names) => string;
  readonly payload: (world: Names) => unknown;
  /** What Unleash says that it does in addition. */
  readonly defaultChange?: (world: Names) => Change;
  /** The dependency that it removes, as child and parent. */
  readonly removes?: readonly [Flag, Flag];
  /** What must be there before it is scheduled. A statement stores what the open-source edition has no call for. */
  readonly prepare?: (
    world: World,
  ) => readonly (Call | { readonly statement: string; readonly values: readonly unknown[] })[];
  /** Applies it; absent if only the Enterprise edition can. */
  readonly apply?: (world: World) => Call;
  /** Whether it has the effect that was planned, by the states after and before it is applied. */
  readonly isAsPlanned?: (state: State, world: World, before: State) => boolean;
}

type Flag = 'flag' | 'other' | 'third';

/** A change that adds or removes the dependency of a flag. */
export const dependency = (
  action: 'addDependency' | 'deleteDependency',
  child: Flag,
  parent: Flag,
): Omit<ScheduledChange, 'words'> => {
  const childOf = (world: Names): string => world[child];
  const parentOf = (world: Names): string => world[parent];
  const path = (world: World): string => `${pathOf(world, childOf(world))}/dependencies`;
  const add = (world: World): Call => ({
    method: 'POST',
    path: path(world),
    body: { feature: parentOf(world) },
  });
  const isDeleted = action === 'deleteDependency';
  return {
    action,
    under: childOf,
    payload: (world) => ({ feature: parentOf(world) }),
    ...(isDeleted ? { removes: [child, parent] } : {}),
    prepare: (world) => (isDeleted ? [add(world)] : []),
    apply: (world) =>
      isDeleted ? { method: 'DELETE', path: `${path(world)}/${parentOf(world)}` } : add(world),
    isAsPlanned: ({ dependencies }, world) =>
      dependencies.includes(`${childOf(world)} ${parentOf(world)}`) !== isDeleted,
  };
};
