import { type Intent, INTENTS } from '@forewarn/impact';
import { isName, type Target, type TargetKind, targetValue } from '@forewarn/core';
import type { Route } from '../app/route.ts';
import { targetParameter } from '../parts/target-parameter.ts';

/** A target and what the user is about to do to it. */
export interface Asked {
  readonly target: Target;
  /** Undefined for any change. */
  readonly intent: Intent | undefined;
  /** The one environment in which it is done; absent for any. */
  readonly inEnvironment?: string;
}

/** What the user asks. */
export interface Question {
  /** The id of the project, or empty for all. */
  readonly project: string;
  /** Each once. */
  readonly asked: readonly Asked[];
  /** What in the URL names no target. It may have been meant as one, so the question may not be complete. */
  readonly unreadable: readonly string[];
}

/** The kinds of target and the intents, in the order in which they are offered. The name is that of the parameter in the URL. */
export const CHOICES: readonly {
  readonly name: string;
  readonly kind: TargetKind;
  readonly intent: Intent | undefined;
}[] = Object.entries(INTENTS).flatMap(([kind, intents]) =>
  [...intents, undefined].map((intent) => ({
    name: intent === undefined ? kind : `${kind}.${intent}`,
    kind: kind as TargetKind,
    intent,
  })),
);

const nameOf = ({ target, intent, inEnvironment }: Asked): string =>
  target.kind +
  (intent === undefined ? '' : `.${intent}`) +
  (inEnvironment === undefined ? '' : `@${inEnvironment}`);

/** Whether the intent can be for one environment. */
export const hasEnvironment = ({ kind, intent }: (typeof CHOICES)[number]): boolean =>
  kind === 'strategy' || kind === 'featureVariants' || intent === 'import';

export const identify = (asked: Asked): string => `${nameOf(asked)}=${targetValue(asked.target)}`;

/** Returns the target that a text names; undefined if it can't be one of this kind. */
export function targetOf(kind: TargetKind, text: string): Target | undefined {
  // The service refuses the whole question if one name is invalid.
  if (!isName(text)) return undefined;
  switch (kind) {
    case 'strategy':
      return { kind, id: text };
    case 'featureVariants':
      return { kind, feature: text };
    case 'segment':
      return /^\d{1,15}$/.test(text) ? { kind, id: Number(text) } : undefined;
    default:
      return { kind, name: text };
  }
}

/** Reads the question in the URL, such as `?project=shop&strategyDefinition.delete=holidaySale&featureVariants.update@dev=a`. */
export function questionIn({ query }: Pick<Route, 'query'>): Question {
  const asked = new Map<string, Asked>();
  const unreadable: string[] = [];
  for (const [name, text] of query) {
    const [, of, inEnvironment] = /^([^@]*)(?:@(.+))?$/s.exec(name) ?? [];
    const choice = CHOICES.find((each) => each.name === of);
    const target = choice && targetOf(choice.kind, text);
    if (target !== undefined && isPlace(choice!, inEnvironment)) {
      const each = { target, intent: choice?.intent, ...(inEnvironment && { inEnvironment }) };
      asked.set(identify(each), each);
    } else if (name !== 'project') unreadable.push(`${name}=${text}`);
  }
  return { project: query.get('project') ?? '', asked: [...asked.values()], unreadable };
}

const isPlace = (choice: (typeof CHOICES)[number], environment: string | undefined): boolean =>
  environment === undefined || (hasEnvironment(choice) && isName(environment));

export function hrefOfQuestion(asked: readonly Asked[], project = ''): string {
  const query = new URLSearchParams(project === '' ? {} : { project });
  for (const each of asked) query.append(nameOf(each), targetValue(each.target));
  return `#/what-would-break?${query}`;
}

/** What is asked, as the API takes it. */
export const bodyOf = ({ target, ...rest }: Asked): Readonly<Record<string, unknown>> => ({
  ...targetParameter(target),
  ...rest,
});
