import { type Change, type ScheduledChangeRequest, type Touch, touchesIn } from '@forewarn/core';
import { changesIn, type Doubt, doubtsIn } from '@forewarn/record';
import { doubtWords, isPlaceOrAuthor } from '@forewarn/impact';
import { Commas } from '../parts/commas.tsx';
import { TargetLink, TargetName } from '../parts/name.tsx';
import { conflictText, wordsOf } from './words-of-change.ts';

/** What a change request changes, feature by feature, and what each change touches by the rule of the service. */
export function ChangeList({ changeRequest }: { readonly changeRequest: ScheduledChangeRequest }) {
  const { features, segments } = changeRequest;
  const touched = touchesIn(changeRequest).filter(({ target }) => !isPlaceOrAuthor(target));
  const touches = Map.groupBy(touched, ({ path }) => path);
  const doubts = Map.groupBy(doubtsIn(changeRequest), ({ path }) => path);
  const at = (path: string) => ({
    touches: touches.get(path) ?? [],
    doubts: doubts.get(path) ?? [],
  });
  return (
    <section class="changes" aria-labelledby="changes">
      <h2 id="changes">What it changes</h2>
      {features.map((feature, f) => (
        <section key={`${f} ${feature.name}`} class="feature">
          <h3>
            <span class="muted">Feature</span>{' '}
            <TargetLink target={{ kind: 'feature', name: feature.name }} />
          </h3>
          <Conflict of={feature} />
          <ol>
            {feature.changes.length === 0 && (
              <ChangeItem text="Its changes are not known" {...at(`features[${f}]`)} />
            )}
            {changesIn(feature).map(([change, place]) => (
              <ChangeItem key={place} change={change} {...at(`features[${f}].${place}`)} />
            ))}
          </ol>
        </section>
      ))}
      {segments.length > 0 && (
        <section class="feature">
          <h3>Segments</h3>
          <ol>
            {segments.map((change, s) => (
              <ChangeItem key={s} change={change} {...at(`segments[${s}]`)} />
            ))}
          </ol>
        </section>
      )}
      {features.length + segments.length === 0 && <p>It lists no changes.</p>}
    </section>
  );
}

function Conflict({ of }: { readonly of: Parameters<typeof conflictText>[0] }) {
  const text = conflictText(of);
  return text === undefined ? null : (
    <p class="attention">
      <bdi>{text}</bdi>
    </p>
  );
}

interface ItemProps {
  readonly change?: Change;
  /** Instead of a change. */
  readonly text?: string;
  readonly touches: readonly Touch[];
  readonly doubts: readonly Doubt[];
}

function ChangeItem({ change, text, touches, doubts }: ItemProps) {
  const words = change === undefined ? { text, details: [] } : wordsOf(change);
  return (
    <li>
      <p class="sentence">
        <bdi>{words.text}</bdi>
      </p>
      {words.details.length > 0 && (
        <dl class="details">
          {words.details.map(([name, value]) => (
            <div key={name}>
              <dt>
                <bdi>{name}</bdi>
              </dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {touches.length > 0 && (
        <p class="touches">
          Touches{' '}
          <Commas
            of={touches.map(({ target }) => (
              <TargetName target={target} />
            ))}
          />
        </p>
      )}
      {change !== undefined && <Conflict of={change} />}
      {doubts.map((doubt, index) => (
        <p key={index} class="attention">
          It {doubtWords(doubt)}.
        </p>
      ))}
    </li>
  );
}
