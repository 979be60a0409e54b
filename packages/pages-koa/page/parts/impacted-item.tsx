import type { ImpactedChangeRequestSchema } from '@forewarn/client';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { entryOf, type State, stateOf } from '../timeline/entry.ts';
import { Where } from './name.tsx';
import { StateText } from './state-mark.tsx';
import { dateTimeText } from './times.ts';
import { TitleLink } from './title-link.tsx';

interface Props {
  readonly changeRequest: ImpactedChangeRequestSchema;
  /** Whether it is the one that the view shows. */
  readonly isSelf?: boolean;
  /** How it will go, if that is known. */
  readonly expected?: State | undefined;
  /** Why it is listed. */
  readonly children: ComponentChildren;
}

/** An item of a list `.items`: a change request, when, where, whose and why. */
export function ImpactedItem({ changeRequest, isSelf = false, expected, children }: Props) {
  const entry = useMemo(
    () => entryOf({ ...changeRequest, features: [], segments: [], state: 'Scheduled' }),
    [changeRequest],
  );
  const known = stateOf(entry);
  // Its changes are not in the response, and so are no doubt.
  const state = known !== 'doubt' ? known : entry.at === undefined ? 'none' : 'pending';
  return (
    <li class={isSelf ? 'self' : ''} aria-current={isSelf ? 'true' : undefined}>
      <span class="time">{entry.at === undefined ? 'No time' : dateTimeText(entry.at)}</span>
      <span class="what">
        {isSelf ? <b>This one</b> : <TitleLink of={entry} />}{' '}
        {!isSelf && <StateText state={state === 'pending' ? (expected ?? state) : state} />}{' '}
        <Where of={entry} class="muted" />
        {children}
      </span>
    </li>
  );
}
