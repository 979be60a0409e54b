import type { PageCapability } from '../app/page-capability.ts';
import { MoveTool } from './move-tool.tsx';

/** What if a change request were scheduled for another time? */
export const whatIf: PageCapability = {
  views: [],
  timelineTools: [
    {
      Component: MoveTool,
      keys: [
        ['m', 'On a mark: move it, to see what that would break. It changes nothing'],
        ['← →', 'While moving: an hour, with Shift a day'],
        ['Enter Esc', 'While moving: read the result, or end'],
      ],
    },
  ],
};
