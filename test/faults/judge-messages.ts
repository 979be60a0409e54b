import type { Verdict } from './model.ts';

/** A message that a receiver got, with the id of its header. */
export interface Message {
  readonly id: string;
  readonly body: string;
}

/** What a message or an event says of a change request. */
export interface Alert {
  readonly type: string;
  readonly changeRequest: number;
}

const textOf = ({ type, changeRequest }: Alert): string => `${type} of ${changeRequest}`;

/** Returns what an event of alerts, or the `data` of a generic message, is about. */
export const alertIn = (
  type: string,
  {
    data,
    preData,
  }: { readonly data: { id: number } | null; readonly preData: { id: number } | null },
): Alert => ({ type, changeRequest: (data ?? preData)?.id ?? 0 });

type Content = Parameters<typeof alertIn>[1];
type Payload =
  | { readonly type: 'summary'; readonly data: { readonly first: readonly Told[] } }
  | { readonly type: 'forecast-predicted' | 'forecast-resolved'; readonly data: Content };
type Told = Content & { readonly type: string };

/** The alerts that a message tells. A summary lists the first ones: all, where there are few. */
function alertsIn(body: string): readonly Alert[] {
  const payload = JSON.parse(body) as Payload;
  return payload.type === 'summary'
    ? payload.data.first.map(({ type, ...content }) => alertIn(type, content))
    : [alertIn(payload.type, payload.data)];
}

/**
 * Compares what a receiver got with what was to be told. Each alert is expected once, those of a change request in order. A node
 * that looks for the first time once there is one tells it in the summary of a new webhook.
 *
 * @param told the alerts in the event log
 */
export function judgeMessages(
  expected: readonly Alert[],
  told: readonly Alert[],
  received: readonly Message[],
): Verdict {
  const messages = received.flatMap(({ id, body }) =>
    alertsIn(body).map((alert) => ({ id, body, alert })),
  );
  const idsOf = Map.groupBy(messages, ({ alert }) => textOf(alert));
  const bodiesOf = Map.groupBy(messages, ({ id }) => id);
  const known = new Set(expected.map(textOf));
  const toldTimes = Map.groupBy(told.map(textOf), (text) => text);
  return {
    lost: [...known].filter((text) => !idsOf.has(text)).map((text) => `never received: ${text}`),
    wrong: [
      ...[...idsOf.keys()].filter((text) => !known.has(text)).map((text) => `invented: ${text}`),
      ...[...toldTimes.keys()]
        .filter((text) => !known.has(text))
        .map((text) => `event of nothing: ${text}`),
      ...[...known]
        .map((text) => [text, toldTimes.get(text)?.length ?? 0] as const)
        .filter(([, times]) => times !== 1)
        .map(([text, times]) => `${times} events: ${text}`),
      ...[...idsOf]
        .filter(([, all]) => new Set(all.map(({ id }) => id)).size > 1)
        .map(([text]) => `sent with two ids: ${text}`),
      ...[...bodiesOf]
        .filter(([, all]) => new Set(all.map(({ body }) => body)).size > 1)
        .map(([id]) => `one id with two bodies: ${id}`),
      ...outOfOrder(expected, [...idsOf.keys()]),
    ],
  };
}

/** @param firsts what was received, by its first time */
function outOfOrder(expected: readonly Alert[], firsts: readonly string[]): readonly string[] {
  const places = new Map(firsts.map((text, at) => [text, at]));
  const ofEach = Map.groupBy(expected, ({ changeRequest }) => changeRequest);
  return [...ofEach].flatMap(([changeRequest, alerts]) => {
    const seen = alerts.flatMap((alert) => places.get(textOf(alert)) ?? []);
    const isInOrder = seen.every((place, at) => place > (seen[at - 1] ?? -1));
    return isInOrder ? [] : [`out of order: ${changeRequest}`];
  });
}
