import { may, type User } from '../api/user.ts';
import { TimelineView } from '../timeline/timeline-view.tsx';
import { ChangeRequestView } from '../change-request/change-request-view.tsx';
import { ImpactView } from '../impact/impact-view.tsx';
import { CAPABILITIES } from '../capabilities.ts';
import { DefinitionsView } from '../definitions/definitions-view.tsx';
import type { View } from './page-capability.ts';

const reads = (user: User): boolean => may(user, 'PROJECT_CHANGE_REQUEST_READ');

/** The views, the first being the page's home. */
export const VIEWS: readonly View[] = [
  { name: 'timeline', label: 'Timeline', isPermitted: reads, Component: TimelineView },
  { name: 'change-requests', isPermitted: reads, Component: ChangeRequestView },
  {
    name: 'what-would-break',
    label: 'What would break?',
    isPermitted: reads,
    Component: ImpactView,
  },
  ...CAPABILITIES.flatMap(({ views }) => views),
  {
    name: 'strategies',
    label: 'Strategy definitions',
    isPermitted: () => true,
    Component: DefinitionsView,
  },
];
