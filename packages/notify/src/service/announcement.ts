import { FORECAST_WORDS, newsOf, newsText, scheduledCauses, titleOf } from '@forewarn/forecast';
import { authorOf, type ReadyFeature, type ShownChangeRequest, shownOf } from '@forewarn/record';
import type { AlertEvent } from '../alert-events.ts';
import type { Prediction } from '../alert.ts';
import type { SummaryReason, WebhookMessage } from '../webhook.ts';
import { predictionsOf } from '../visible-causes.ts';
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

/** @param known the predictions of some of them, or of all */
function notAsPlanned(count: number, known: readonly Prediction[]): string {
  const sure = known.filter(({ forecast }) => forecast !== 'unknown').length;
  const unsure = known.length === 0 || sure > 0 ? 'will not, or may not,' : 'may not';
  return `${count} scheduled change request${count === 1 ? '' : 's'} ${sure === count ? 'will not' : unsure} go as planned`;
}

const SUMMARY_HEADLINES = {
  burst: (count) => `${count} alerts at once`,
  backlog: (count) => `${count} alerts while others waited for this receiver`,
  'new-webhook': notAsPlanned,
} satisfies Record<
  Exclude<SummaryReason, 'one-cause'>,
  (count: number, known: readonly Prediction[]) => string
>;

/** Returns what a message says to people: each text in one line, which can not look like another part of the message. */
export function announcementOf(message: WebhookMessage, bases: LinkBases): Announcement {
  const { kind } = message;
  if (kind === 'event') {
    return { ...saidOf(inOneLine(message.event)), links: linksOf(message.event, bases) };
  }
  const { reason, counts, first } = inOneLine(message);
  const all = Object.entries(counts);
  const count = all.reduce((sum, [, each]) => sum + each, 0);
  if (reason === 'one-cause') {
    return { ...storyOf(first, count), links: linksOf(message.first[0], bases) };
  }
  return {
    headline: SUMMARY_HEADLINES[reason](count, first.flatMap(predictionsOf)),
    facts: [
      ['How many', all.map(([type, each]) => `${type}: ${each}`).join(', ')],
      ...first.map((event): Fact => [event.project, saidOf(event).headline]),
    ],
    links: bases.publicUrl === undefined ? [] : [['Open in Forewarn', `${bases.publicUrl}/`]],
  };
}

type Said = Omit<Announcement, 'links'>;

/** Returns what is said of predictions that have their first cause in common. */
function storyOf(first: readonly AlertEvent[], count: number): Said {
  const isOver = first[0]?.type === 'forecast-resolved';
  const predictions = first.flatMap((event) => predictionsOf(event).slice(0, 1));
  const [lead] = isOver ? [] : predictions;
  const cause = lead?.causes[0];
  const news = lead && cause && newsOf(lead, cause);
  const more = count - predictions.length;
  const said = notAsPlanned(count, predictions);
  return {
    headline: isOver ? `No longer predicted: ${said}` : `${said}, for one reason`,
    facts: [
      ...(news === undefined ? [] : [causeFact(news)]),
      ...predictions.map((each): Fact => [placeOf(each), `${wordsOf(each)}${timeOf(each)}`]),
      ...(more > 0 ? [['More', String(more)] as const] : []),
      ...(news === undefined ? [] : [['Way out', news.next] as const]),
    ],
  };
}

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
        headline: `"${titleOf(data)}" ${happened}`,
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
    case 'cleanup-ready':
      return ofReady(event.data);
  }
}

/** The verdict can have changed since, so the message says how to ask again. */
function ofReady({ project, name, after, asOf }: ReadyFeature): Said {
  return {
    headline: `"${name}" can be archived`,
    facts: [
      ['Feature', `${name} in ${project}`],
      ['Since', after],
      ['As of', asOf],
      ['Next', 'Ask again just before you archive it: forewarn cleanup.'],
    ],
  };
}

function ofPrediction(prediction: Prediction, headline: string): Said {
  const { createdBy, causes, causeCount, hiddenCauses } = prediction;
  const shown = causes.slice(0, MAX_CAUSES);
  const news = shown.map((cause) => newsOf(prediction, cause));
  const ways = [...new Set(news.map(({ next }) => next))].join(' ');
  const [first] = news;
  const more = causeCount - hiddenCauses - shown.length;
  return {
    headline,
    facts: [
      ...placeFacts(prediction),
      ...(createdBy === undefined ? [] : [['Owner', createdBy] as const]),
      ...news.map(causeFact),
      ...(more > 0 ? [['More causes', String(more)] as const] : []),
      ...(hiddenCauses > 0 ? [['Causes in other projects', String(hiddenCauses)] as const] : []),
      ...(first === undefined ? [] : [['Way out', `${newsText(first.todo)}${ways}`] as const]),
    ],
  };
}

function linksOf(event: AlertEvent | undefined, bases: LinkBases): readonly Fact[] {
  switch (event?.type) {
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
    case 'cleanup-ready':
      return cleanupLink(event.data, bases);
    case 'data-too-old':
    case undefined:
      return [];
  }
}

/** What a cause does and when, or what is gone, and why that matters. */
const causeFact = ({ cause, why }: Pick<ReturnType<typeof newsOf>, 'cause' | 'why'>): Fact => [
  'Cause',
  `${newsText(cause)} ${why}`,
];

const timeOf = ({ schedule }: ShownChangeRequest): string =>
  schedule === undefined ? '' : `, ${schedule.scheduledAt}`;

const wordsOf = (prediction: Prediction): string =>
  `"${titleOf(prediction)}" ${FORECAST_WORDS[prediction.forecast]}`;

const placeOf = ({ project, id, environment }: ShownChangeRequest): string =>
  `${project}/${id} in ${environment}`;

const placeFacts = (shown: ShownChangeRequest): readonly Fact[] => [
  ['Change request', placeOf(shown)],
  ...(shown.schedule === undefined ? [] : [['Scheduled for', shown.schedule.scheduledAt] as const]),
];

function reasonIn(schedule: ShownChangeRequest['schedule']): string | undefined {
  if (schedule === undefined || schedule.status === 'pending') return undefined;
  return schedule.status === 'failed'
    ? (schedule.failureReason ?? schedule.reason)
    : schedule.reason;
}

const cleanupLink = ({ project }: ReadyFeature, { publicUrl }: LinkBases): readonly Fact[] =>
  publicUrl === undefined
    ? []
    : [['Open in Forewarn', `${publicUrl}/#/cleanup?project=${encodeURIComponent(project)}`]];

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
