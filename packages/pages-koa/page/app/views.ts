import type { ComponentType } from 'preact';
import { may, type User } from '../api/user.ts';
import { ChangeRequestView } from '../change-request/change-request-view.tsx';
import { DefinitionsView } from '../definitions/definitions-view.tsx';
import { ImpactView } from '../impact/impact-view.tsx';
import { TimelineView } from '../timeline/timeline-view.tsx';
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
  {
    name: 'strategies',
    label: 'Strategy definitions',
    isPermitted: () => true,
    Component: DefinitionsView,
  },
];
