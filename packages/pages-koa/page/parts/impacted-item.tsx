import type { ImpactedChangeRequestSchema } from '@forewarn/client';
import type { ComponentChildren } from 'preact';
import { hrefOf } from '../app/route.ts';
import { entryOf, type State, stateOf, titleOf } from '../timeline/entry.ts';
import { Name, Where } from './name.tsx';
import { StateText } from './state-mark.tsx';
import { dateTimeText } from './times.ts';

interface Props {
  readonly changeRequest: ImpactedChangeRequestSchema;
  /** Whether it is the one that the view shows. */
  readonly isSelf?: boolean;
  /** How it will go, if that is known. */
  readonly expected?: State | undefined;
  readonly now: number;
  /** Why it is listed. */
  readonly children: ComponentChildren;
}

/** An item of a list `.items`: a change request, when, where, whose and why. */
export function ImpactedItem({ changeRequest, isSelf = false, expected, now, children }: Props) {
  const known = entryOf({ ...changeRequest, features: [], segments: [], state: 'Scheduled' });
  // Its changes are not in the response, and so are no doubt.
  const entry = { ...known, state: known.state === 'doubt' ? ('pending' as const) : known.state };
  const state = stateOf(entry, now);
  return (
    <li class={isSelf ? 'self' : ''} aria-current={isSelf ? 'true' : undefined}>
      <span class="time">
        {entry.at === undefined ? 'No time' : dateTimeText(new Date(entry.at))}
      </span>
      <span class="what">
        {isSelf ? (
          <b>This one</b>
        ) : (
          <a href={hrefOf(['change-requests', entry.project, entry.id])}>
            <Name text={titleOf(changeRequest)} />
          </a>
        )}{' '}
        {!isSelf && <StateText state={state === 'pending' ? (expected ?? state) : state} />}{' '}
        <Where of={entry} class="muted" />
        {children}
      </span>
    </li>
  );
}
