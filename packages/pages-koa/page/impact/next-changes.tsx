import { Name } from '../parts/name.tsx';
import { dateTimeText } from '../parts/times.ts';
import { hrefOfQuestion } from './question.ts';
import type { NextChange } from './next-changes-of.ts';
import { TitleLink } from '../parts/title-link.tsx';

/** Maximum features that are offered. */
const MAX_NEXT = 10;

interface Props {
  /** The soonest first. */
  readonly next: readonly NextChange[];
  readonly project: string;
}

/** Offers the features that are changed next, to begin with one of them. */
export const NextChanges = ({ next, project }: Props) =>
  next.length === 0 ? null : (
    <section class="start" aria-labelledby="next-changes">
      <h2 id="next-changes">What if you archived a feature that is changed next?</h2>
      <ol class="items next">
        {next.slice(0, MAX_NEXT).map(({ feature, changeRequest }) => (
          <li key={feature}>
            <span class="time">{dateTimeText(changeRequest.schedule?.scheduledAt ?? '')}</span>
            <span class="what">
              <a
                href={hrefOfQuestion(
                  [{ target: { kind: 'feature', name: feature }, intent: 'archive' }],
                  project,
                )}
              >
                Archive <Name text={feature} />
              </a>{' '}
              <span class="muted">
                changed by <TitleLink of={changeRequest} />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
