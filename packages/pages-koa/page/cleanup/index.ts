import type { PageCapability } from '../app/page-capability.ts';
import { may } from '../api/user.ts';
import { CleanupView } from './cleanup-view.tsx';
import { useDefinitionUse } from './use-definition-use.tsx';

/** What can be removed, and from when on. */
export const cleanup: PageCapability = {
  views: [
    {
      name: 'cleanup',
      label: 'Clean-up',
      isPermitted: (user) => may(user, 'PROJECT_CHANGE_REQUEST_READ'),
      Component: CleanupView,
    },
  ],
  timelineTools: [],
  useDefinitionUse,
};
