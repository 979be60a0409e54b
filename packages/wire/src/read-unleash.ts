import type { BadData, ChangeRequestKey, Coverage, ScheduledChangeRequest } from '@forewarn/core';
import type { Project, StrategyDefinition } from '@forewarn/record';
import type { Result } from 'neverthrow';
import type { z } from 'zod';
import { parseWith } from './parse-with.ts';
import { endedSchema, endedStateSchema, scheduledSchema } from './change-request-schema.ts';
import {
  exportedDependencySchema,
  exportedFeatureSchema,
  listedProjectSchema,
} from './project-schema.ts';
import { strategySchema } from './strategy-schema.ts';

/** A change request that Unleash lists: a scheduled one whole, of any other only the key. */
export type ReadChangeRequest =
  | { readonly isScheduled: true; readonly changeRequest: ScheduledChangeRequest }
  | { readonly isScheduled: false; readonly key: ChangeRequestKey };

export interface ReadProject extends Project {
  readonly coverage?: Coverage;
}

/** Reads JSON that Unleash lists. Unknown fields are left out, and null means absence. */
export const readUnleash = {
  project: (json: unknown): Result<ReadProject, BadData> =>
    parseWith(listedProjectSchema, json, false),
  strategy: (json: unknown): Result<StrategyDefinition, BadData> =>
    parseWith(strategySchema, json, false),
  changeRequest: readChangeRequest,
  /** A feature of a project, and how it is used. */
  feature: (json: unknown): Result<z.infer<typeof exportedFeatureSchema>, BadData> =>
    parseWith(exportedFeatureSchema, json, false),
  /** The features that a feature depends on. */
  dependency: (json: unknown): Result<z.infer<typeof exportedDependencySchema>, BadData> =>
    parseWith(exportedDependencySchema, json, false),
};

function readChangeRequest(json: unknown): Result<ReadChangeRequest, BadData> {
  if (!endedStateSchema.safeParse(json).success) {
    return parseWith(scheduledSchema, json, false).map((changeRequest) => ({
      isScheduled: true,
      changeRequest,
    }));
  }
  return parseWith(endedSchema, json, false).map(({ id, project }) => ({
    isScheduled: false,
    key: { projectId: project, id },
  }));
}
