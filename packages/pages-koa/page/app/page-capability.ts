import type { ComponentChildren, ComponentType } from 'preact';
import type { User } from '../api/user.ts';
import type { TimelineTool } from '../timeline/timeline-tool.ts';
import type { Route } from './route.ts';

/** A view of the page: one folder each. */
export interface View {
  /** The first segment of its route. */
  readonly name: string;
  /** Its entry in the navigation, if it has one. */
  readonly label?: string;
  /** Whether the key may use it. */
  readonly isPermitted: (user: User) => boolean;
  readonly Component: ComponentType<{ readonly route: Route }>;
}

/** A capability in the page: one folder, and one line in `capabilities.ts`. */
export interface PageCapability {
  readonly views: readonly View[];
  readonly timelineTools: readonly TimelineTool[];
  /** Reads which features use strategy definitions. Returns what it tells of each; undefined until it is read. */
  readonly useDefinitionUse?: (
    names: readonly string[],
  ) => ((name: string) => ComponentChildren) | undefined;
}
