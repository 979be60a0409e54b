import type { Coverage } from '@forewarn/core';

/** A project: the scope of every search. */
export interface Project {
  readonly id: string;
  readonly name: string;
}

/** A project with how current its data is. */
export interface CoveredProject extends Project {
  readonly coverage: Coverage;
}
