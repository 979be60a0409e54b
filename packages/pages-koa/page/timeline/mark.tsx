import { hrefOf, replaceRoute, type Route } from '../app/route.ts';
import { breaksText } from '../forecast/breaks.tsx';
import { reasonText } from '../forecast/cause.ts';
import { StateShape, stateWords } from '../parts/state-mark.tsx';
import { dateTimeText } from '../parts/times.ts';
import { hideTip, showTip } from '../parts/tip.ts';
import { clusterHref } from './cluster-href.ts';
import { type Entry, keyOf, stateOf } from './entry.ts';
import { hrefWith } from './filters.ts';
import { type Placed, worstOf } from './lay-out.ts';

interface Props {
  readonly placed: Placed;
  /** Whether the Tab key reaches it. The arrow keys reach the others. */
  readonly isTabStop: boolean;
  readonly y: number;
  readonly route: Route;
}

/** The least width for a title beside a mark. */
const MIN_ROOM = 60;

/** A change request on its lane, or a cluster. Its name says what the tip shows. */
export function Mark({ placed, isTabStop, y, route }: Props) {
  const { entries, x, room } = placed;
  const [first] = entries as [Entry];
  const isOne = entries.length === 1;
  const lines = isOne ? linesOf(first) : clusterLines(entries);
  const href = isOne
    ? hrefOf(['change-requests', first.project, first.id])
    : clusterHref(route, entries);
  const show = (event: Event): void => showTip(event.currentTarget as Element, lines);
  return (
    <g transform={`translate(${x} ${y})`}>
      <a
        data-mark={keyOf(first)}
        // SVG ignores `tabIndex`.
        tabindex={isTabStop ? 0 : -1}
        href={href}
        aria-label={lines.join(', ')}
        onMouseEnter={show}
        onFocus={(event) => {
          show(event);
          // Not for a click: what moves then would not be clicked.
          if (first.forecast !== undefined && event.currentTarget.matches(':focus-visible')) {
            replaceRoute(hrefWith(route, { selected: keyOf(first) }));
          }
        }}
        onMouseLeave={hideTip}
        onBlur={hideTip}
      >
        <circle class="hit" r={11} />
        {isOne ? <StateShape state={stateOf(first)} /> : <ClusterShape entries={entries} />}
        {isOne && room >= MIN_ROOM && (
          <foreignObject x={14} y={-10} width={room} height={20} aria-hidden="true">
            <bdi class="name">{first.title}</bdi>
          </foreignObject>
        )}
      </a>
    </g>
  );
}

function ClusterShape({ entries }: { readonly entries: readonly Entry[] }) {
  const worst = worstOf(entries);
  return (
    <>
      <rect class={`cluster ${worst}`} x={-20} y={-10} width={40} height={20} rx={10} />
      <text class="count" y={4}>
        {entries.length > 9_999 ? '9999+' : entries.length}
      </text>
      {worst !== 'pending' && (
        <g transform="translate(18 -9) scale(.6)">
          <StateShape state={worst} />
        </g>
      )}
    </>
  );
}

function linesOf(entry: Entry): readonly string[] {
  const { title, at = 0, owner, features, forecast, breaks } = entry;
  return [
    title,
    `${stateWords(stateOf(entry))}, ${dateTimeText(at)}`,
    ...(forecast === undefined ? [] : [reasonText(forecast)]),
    breaksText(breaks),
    ...(owner === undefined ? [] : [`by ${owner}`]),
    features.length > 5
      ? `${features.slice(0, 5).join(', ')} and ${features.length - 5} more`
      : features.join(', '),
  ].filter((line) => line !== '');
}

function clusterLines(entries: readonly Entry[]): readonly string[] {
  const counts = Map.groupBy(entries, (entry) => stateWords(stateOf(entry)));
  const [first, last] = [entries[0]?.at ?? 0, entries.at(-1)?.at ?? 0];
  return [
    `${entries.length.toLocaleString('en')} change requests`,
    [...counts]
      .map(([text, of]) => `${of.length.toLocaleString('en')} ${text.toLowerCase()}`)
      .join(', '),
    `${dateTimeText(first)} to ${dateTimeText(last)}`,
  ];
}
