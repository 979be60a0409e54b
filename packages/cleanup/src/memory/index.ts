/**
 * How features are used, in memory stores.
 *
 * @module @forewarn/cleanup/memory
 */
import {
  compareBytes,
  type FeatureUseRepository,
  isOutdated,
  type ProjectFeatureUse,
} from '@forewarn/record';
import { type MemoryCapability, type ProjectState, whileOpen } from '@forewarn/store-memory';
import { err, ok } from 'neverthrow';
import type { CleanupStore } from '../cleanups.ts';

/** Adds to a memory store how features are used. */
export const memoryCleanup: MemoryCapability<CleanupStore> = {
  portsOver: (state) => {
    // A project that is registered again is another one.
    const uses = new WeakMap<ProjectState, ProjectFeatureUse>();
    const featureUse = whileOpen<FeatureUseRepository>(state, (step) => ({
      replace: step((use) => {
        const project = state.projects.get(use.projectId);
        if (project === undefined)
          return err({ type: 'ProjectNotFound', projectId: use.projectId });
        const stored = uses.get(project);
        const isOlder = stored !== undefined && isOutdated(use.asOf, stored.asOf);
        if (!isOlder) uses.set(project, structuredClone(use));
        return ok();
      }),
      find: step((projectIds) => {
        const found = [...new Set(projectIds)].flatMap((id) => {
          const project = state.projects.get(id);
          return project === undefined ? [] : (uses.get(project) ?? []);
        });
        const inOrder = found.toSorted((a, b) => compareBytes(a.projectId, b.projectId));
        return ok(structuredClone(inOrder));
      }),
    }));
    return { featureUse };
  },
};
