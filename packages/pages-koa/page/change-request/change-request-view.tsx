import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Route } from '../app/route.ts';
import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { ViewFrame } from '../parts/view-frame.tsx';
import { titleOf } from '../timeline/entry.ts';

/** One change request. */
export function ChangeRequestView({ route: { path } }: { readonly route: Route }) {
  const { send } = useSession();
  const [, project = '', id = ''] = path;
  const at = `projects/${encodeURIComponent(project)}/change-requests/scheduled/${encodeURIComponent(id)}`;
  const loaded = useLoad<ScheduledChangeRequest>(at, (signal) => send({ path: at, signal }));
  const { value } = loaded;
  return (
    <ViewFrame
      title={value === undefined ? `Change request ${id}` : titleOf(value)}
      loaded={loaded}
    >
      {value !== undefined && <p>{value.environment}</p>}
    </ViewFrame>
  );
}
