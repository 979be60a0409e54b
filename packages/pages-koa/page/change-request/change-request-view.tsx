import type { ForecastWithBreaksSchema } from '@forewarn/client';
import { authorOf, olderOf } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { useMemo } from 'preact/hooks';
import { hrefBack } from '../app/place.ts';
import { hrefOf, type Route } from '../app/route.ts';
import { UNREADABLE } from '../api/send.ts';
import { useSession } from '../api/session.ts';
import { unleashUrlOf } from '../api/unleash-url.ts';
import { useLoad } from '../api/use-load.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { Name } from '../parts/name.tsx';
import { useProjectName, useProjects } from '../parts/project-names.tsx';
import { StateText } from '../parts/state-mark.tsx';
import { PATIENCE_MS, pause } from '../parts/patience.ts';
import { dateTimeText, relativeText, zoneText, useNow } from '../parts/times.ts';
import { ViewFrame } from '../parts/view-frame.tsx';
import { type Entry, entryOf, stateOf, titleOf } from '../timeline/entry.ts';
import { dateParameter } from '../timeline/range.ts';
import { ForecastSection } from '../forecast/forecast-section.tsx';
import { ChangeList } from './change-list.tsx';
import { loadNeighbours, type NeighbourList } from './load-neighbours.ts';
import { Neighbours } from './neighbours.tsx';

/** What was read so far. */
interface Shown {
  readonly changeRequest: ScheduledChangeRequest;
  readonly forecast?: ForecastWithBreaksSchema | undefined;
  readonly neighbours?: NeighbourList;
}

/** One change request: when, what it changes, what that touches, and what else is scheduled there. */
export function ChangeRequestView({ route: { path } }: { readonly route: Route }) {
  const { send } = useSession();
  const [, project = '', id = ''] = path;
  const of = `projects/${encodeURIComponent(project)}/change-requests`;
  const at = `${of}/scheduled/${encodeURIComponent(id)}`;
  const loaded = useLoad<Shown>(at, async (signal, pass) => {
    const expected = send<ForecastWithBreaksSchema>({
      path: `${of}/${encodeURIComponent(id)}/forecast`,
      signal,
    }).then((sent) => (sent.ok && !Array.isArray(sent.value.causes) ? UNREADABLE : sent));
    const found = await send<ScheduledChangeRequest>({ path: at, signal });
    if (!found.ok) return found;
    const changeRequest = found.value;
    if (!Array.isArray(changeRequest.features)) return UNREADABLE;
    const early = await Promise.race([expected, pause(PATIENCE_MS)]);
    pass({ changeRequest, ...(early?.ok === true ? { forecast: early.value } : {}) });
    const neighbours = await loadNeighbours(send, changeRequest, signal);
    const forecast = await expected;
    if (forecast.ok) pass({ changeRequest, forecast: forecast.value });
    if (!neighbours.ok) return neighbours;
    if (!forecast.ok) return forecast;
    const value = { changeRequest, forecast: forecast.value, neighbours: neighbours.value };
    return { ...neighbours, value, asOf: olderOf(neighbours.asOf, forecast.asOf) };
  });
  const projects = useProjects();
  const { changeRequest, forecast, neighbours } = loaded.value ?? {};
  const entry = useMemo(() => changeRequest && entryOf(changeRequest), [changeRequest]);
  return (
    <ViewFrame
      title={changeRequest === undefined ? `Change request ${id}` : titleOf(changeRequest)}
      loaded={loaded}
    >
      <p>
        <a href={hrefBack()}>Back to the timeline</a>
      </p>
      {/* A name that came later would move the rest. */}
      {changeRequest !== undefined && entry !== undefined && projects !== undefined && (
        <>
          <Facts {...{ changeRequest, entry, forecast }} />
          <ForecastSection state={entry.state} forecast={forecast} />
          <ChangeList changeRequest={changeRequest} />
          <Neighbours changeRequest={changeRequest} list={neighbours} forecast={forecast} />
          <CopyField label="Copy a link to this change request" text={location.href} />
        </>
      )}
    </ViewFrame>
  );
}

interface FactsProps extends Shown {
  readonly entry: Entry;
}

function Facts({ changeRequest, entry, forecast }: FactsProps) {
  const now = useNow();
  const { project, id, environment } = changeRequest;
  const owner = authorOf(changeRequest);
  const known = stateOf({ ...entry, forecast, breaks: forecast?.breaks });
  const isHidden = known === 'pending' && (forecast?.breakCount ?? 0) > 0;
  const state = isHidden ? 'may-break' : known;
  const projectName = useProjectName(project);
  const inUnleash = unleashUrlOf(changeRequest);
  return (
    <dl class="facts">
      <div>
        <dt>Status</dt>
        <dd>
          <StateText state={state} />
        </dd>
      </div>
      <div class="when">
        <dt>Scheduled</dt>
        <dd>
          <When at={entry.at} now={now} project={project} />
        </dd>
      </div>
      <div>
        <dt>Project</dt>
        <dd>
          <Name text={projectName} />
        </dd>
      </div>
      <div>
        <dt>Environment</dt>
        <dd>
          <Name text={environment} />
        </dd>
      </div>
      {owner !== undefined && (
        <div>
          <dt>Owner</dt>
          <dd>
            <Name text={owner} />
          </dd>
        </div>
      )}
      <div>
        <dt>Number</dt>
        <dd>
          {id}
          {inUnleash !== undefined && (
            <>
              {', '}
              <a href={inUnleash}>open it in Unleash</a>
            </>
          )}
        </dd>
      </div>
      {entry.trouble !== undefined && (
        <div class="reason">
          <dt>Reason</dt>
          <dd>
            <bdi>{entry.trouble}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}

interface WhenProps {
  readonly at: number | undefined;
  readonly now: number;
  readonly project: string;
}

function When({ at, now, project }: WhenProps) {
  if (at === undefined) return <>Without a time: apply it by hand, or schedule it again</>;
  const date = new Date(at);
  return (
    <>
      <a href={hrefOf(['timeline'], { from: dateParameter(date), project })}>
        <time dateTime={date.toISOString()}>{dateTimeText(date)}</time>
      </a>{' '}
      <span class="muted">
        {relativeText(at, now)}, {zoneText(date)}
      </span>
    </>
  );
}
