import {
  FORECAST_WORDS,
  type ForecastCause,
  goneWords,
  isGoneCause,
  scheduledCauses,
} from '@forewarn/forecast';
import { authorOf, type ShownChangeRequest, shownOf } from '@forewarn/record';
import type { AlertEvent } from '../alert-events.ts';
import type { Prediction } from '../alert.ts';
import type { SummaryReason, WebhookMessage } from '../webhook.ts';
import { inOneLine } from './message-text.ts';

/** A message to people, before it is written for one kind of receiver. */
export interface Announcement {
  readonly headline: string;
  readonly facts: readonly Fact[];
  /** HTTP(S) URLs. */
  readonly links: readonly Fact[];
}

type Fact = readonly [label: string, text: string];

/** The addresses for people that links begin with. Without one, there is no such link. */
export interface LinkBases {
  readonly publicUrl?: string | undefined;
  readonly unleashUrl?: string | undefined;
}

const MAX_CAUSES = 3;

const SUMMARY_HEADLINES: Readonly<Record<SummaryReason, (count: number) => string>> = {
  burst: (count) => `${count} alerts at once`,
  backlog: (count) => `${count} alerts while this receiver accepted none`,
  'new-webhook': (count) =>
    count === 1
      ? '1 scheduled change request will not go as planned'
      : `${count} scheduled change requests will not go as planned`,
};

/** Returns what a message says to people: each text in one line, which can not look like another part of the message. */
export function announcementOf(message: WebhookMessage, bases: LinkBases): Announcement {
  const { kind } = message;
  if (kind === 'event') {
    return { ...saidOf(inOneLine(message.event)), links: linksOf(message.event, bases) };
  }
  const { reason, counts, first } = inOneLine(message);
  const all = Object.entries(counts);
  const count = all.reduce((sum, [, each]) => sum + each, 0);
  return {
    headline: SUMMARY_HEADLINES[reason](count),
    facts: [
      ['How many', all.map(([type, each]) => `${type}: ${each}`).join(', ')],
      ...first.map((event): Fact => [event.project, saidOf(event).headline]),
    ],
    links: bases.publicUrl === undefined ? [] : [['Open in Forewarn', `${bases.publicUrl}/`]],
  };
}

type Said = Omit<Announcement, 'links'>;

function saidOf(event: AlertEvent): Said {
  switch (event.type) {
    case 'forecast-predicted':
      return ofPrediction(event.data, wordsOf(event.data));
    case 'forecast-changed':
      return ofPrediction(event.data, `${wordsOf(event.data)}: the forecast changed`);
    case 'forecast-resolved': {
      const { preData } = event;
      return {
        headline: `No longer predicted: ${wordsOf(preData)}`,
        facts: placeFacts(preData),
      };
    }
    case 'change-request-suspended':
    case 'change-request-failed': {
      const { data } = event;
      const happened = event.type === 'change-request-failed' ? 'failed' : 'was suspended';
      const reason = reasonIn(data.schedule);
      const owner = authorOf(data);
      return {
        headline: `"${nameOf(data)}" ${happened}`,
        facts: [
          ...placeFacts(shownOf(data)),
          ...(owner === undefined ? [] : [['Owner', owner] as const]),
          ...(reason === undefined ? [] : [['Reason', reason] as const]),
        ],
      };
    }
    case 'data-too-old': {
      const { coverage, id } = event.data;
      const asOf = coverage.kind === 'as-of' ? coverage.asOf : 'never complete';
      return {
        headline: `The data of the project "${id}" is too old`,
        facts: [
          ['As of', asOf],
          ['Way out', 'Sync or import the project again.'],
        ],
      };
    }
  }
}

function ofPrediction(prediction: Prediction, headline: string): Said {
  const { createdBy, causes, causeCount, hiddenCauses } = prediction;
  const shown = causes.slice(0, MAX_CAUSES);
  const ways = [...new Set(shown.map(({ consequence }) => consequence.next))];
  const more = causeCount - hiddenCauses - shown.length;
  return {
    headline,
    facts: [
      ...placeFacts(prediction),
      ...(createdBy === undefined ? [] : [['Owner', createdBy] as const]),
      ...shown.map((cause): Fact => ['Cause', `${causeText(cause)}: ${cause.consequence.why}`]),
      ...(more > 0 ? [['More causes', String(more)] as const] : []),
      ...(hiddenCauses > 0 ? [['Causes in other projects', String(hiddenCauses)] as const] : []),
      ...(ways.length === 0 ? [] : [['Way out', ways.join(' ')] as const]),
    ],
  };
}

function linksOf(event: AlertEvent, bases: LinkBases): readonly Fact[] {
  switch (event.type) {
    case 'forecast-predicted':
    case 'forecast-changed': {
      const [first] = scheduledCauses(event.data.causes.slice(0, MAX_CAUSES));
      const toCause = first === undefined ? [] : linksTo(first, bases, 'cause ');
      return [...linksTo(event.data, bases), ...toCause];
    }
    case 'forecast-resolved':
      return linksTo(event.preData, bases);
    case 'change-request-suspended':
    case 'change-request-failed':
      return linksTo(event.data, bases);
    case 'data-too-old':
      return [];
  }
}

function causeText(cause: ForecastCause): string {
  if (isGoneCause(cause)) return capitalized(goneWords(cause));
  const when = cause.schedule === undefined ? '' : `, ${cause.schedule.scheduledAt}`;
  return `"${nameOf(cause)}" (${cause.project}/${cause.id}${when})`;
}

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const wordsOf = (prediction: Prediction): string =>
  `"${nameOf(prediction)}" ${FORECAST_WORDS[prediction.forecast]}`;

const nameOf = ({ title, id }: Pick<ShownChangeRequest, 'id' | 'title'>): string =>
  title === undefined || title === '' ? `Change request ${id}` : title;

const placeFacts = ({
  project,
  id,
  environment,
  schedule,
}: ShownChangeRequest): readonly Fact[] => [
  ['Change request', `${project}/${id} in ${environment}`],
  ...(schedule === undefined ? [] : [['Scheduled for', schedule.scheduledAt] as const]),
];

function reasonIn(schedule: ShownChangeRequest['schedule']): string | undefined {
  if (schedule === undefined || schedule.status === 'pending') return undefined;
  return schedule.status === 'failed'
    ? (schedule.failureReason ?? schedule.reason)
    : schedule.reason;
}

function linksTo(
  { project, id }: Pick<ShownChangeRequest, 'project' | 'id'>,
  { publicUrl, unleashUrl }: LinkBases,
  what = '',
): readonly Fact[] {
  const name = encodeURIComponent(project);
  return [
    ...(publicUrl === undefined
      ? []
      : [[`Open ${what}in Forewarn`, `${publicUrl}/#/change-requests/${name}/${id}`] as const]),
    ...(unleashUrl === undefined
      ? []
      : [
          [
            `Open ${what}in Unleash`,
            `${unleashUrl}/projects/${name}/change-requests/${id}`,
          ] as const,
        ]),
  ];
}
