import type { ComponentType } from 'preact';
import type { Lane } from './lay-out.ts';
import type { Range } from './range.ts';

/** Where the lanes show what. */
export interface Geometry {
  readonly lanes: readonly Lane[];
  /** The place of a time. */
  readonly x: (at: number) => number;
  /** The height of a row's middle in its lane. */
  readonly yOf: (row: number) => number;
  readonly width: number;
}

/** What a tool of the timeline gets. It is the last child of the lanes, below which it may show a panel. */
export interface TimelineToolProps extends Geometry {
  readonly range: Range;
  readonly now: number;
}

/** What a capability adds to the timeline. */
export interface TimelineTool {
  readonly Component: ComponentType<TimelineToolProps>;
  readonly keys: readonly (readonly [keys: string, does: string])[];
}
