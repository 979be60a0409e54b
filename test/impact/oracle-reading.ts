import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import type { Touch } from './oracle-consequence.ts';
import { IN_A_FEATURE, isText, type KindOfTarget, readChange } from './oracle-rule.ts';

/** One place in a change request: what it touches, and what it leaves in doubt. */
export interface Place extends Touch {
  /** As `kind value`. */
  readonly touched: readonly string[];
  readonly doubts: readonly { readonly why: string; readonly kinds: readonly KindOfTarget[] }[];
}

/** A change request, place by place. */
export interface Read {
  readonly changeRequest: ScheduledChangeRequest;
  readonly places: readonly Place[];
}

/** What changes that are not listed may touch. */
const IN_A_CHANGE_REQUEST: readonly KindOfTarget[] = [
  'feature',
  'strategy',
  'variants',
  'segment',
  'definition',
  'field',
];

/** Reads a change request, place by place. */
export function read(changeRequest: ScheduledChangeRequest): Read {
  const { environment, features, segments, createdBy } = changeRequest;
  const inEnvironment = `environment ${environment}`;
  const placeOf = (path: string, { action, payload }: Change, feature?: string): Place => {
    const { touched, doubts } = readChange({ action, payload }, feature);
    return { path, action, payload, feature, touched: [...touched, inEnvironment], doubts };
  };
  const places = features.flatMap(({ name, changes, defaultChange }, f) => {
    const path = `features[${f}]`;
    const listed = changes.map((each, c) => placeOf(`${path}.changes[${c}]`, each, name));
    const isListed = listed.some(({ touched }) => touched.includes(`feature ${name}`));
    const unlisted = { why: 'not-listed', kinds: ['feature' as const, ...IN_A_FEATURE] };
    const whole: Place = {
      path,
      feature: name,
      touched: [`feature ${name}`, inEnvironment],
      doubts: changes.length === 0 ? [unlisted] : [],
    };
    const byDefault =
      defaultChange === undefined ? [] : [placeOf(`${path}.defaultChange`, defaultChange, name)];
    return [...(isListed ? [] : [whole]), ...listed, ...byDefault];
  });
  const ofSegments = segments.map((each, s) => placeOf(`segments[${s}]`, each));
  const author: Place = {
    path: 'createdBy',
    touched: authorsIn(createdBy).map((name) => `user ${name}`),
    doubts: [],
  };
  const isEmpty = features.length === 0 && segments.length === 0;
  const whole: Place = { path: 'environment', touched: [inEnvironment], doubts: [] };
  const unseen: Place = {
    path: 'features',
    touched: [],
    doubts: [{ why: 'not-listed', kinds: IN_A_CHANGE_REQUEST }],
  };
  return {
    changeRequest,
    places: [...(isEmpty ? [whole, unseen] : []), ...places, ...ofSegments, author],
  };
}

/** All names of the author of a change request. */
function authorsIn(createdBy: unknown): readonly string[] {
  const { id, username, name } = Object(createdBy) as Record<string, unknown>;
  const texts = [createdBy, id, username, name]
    .map((each) => (typeof each === 'number' ? String(each) : each))
    .filter(isText);
  return [...new Set(texts)];
}

/** The name of an author. */
export function nameIn(createdBy: unknown): string | undefined {
  const isName = (text: unknown): text is string => typeof text === 'string' && text !== '';
  if (isName(createdBy)) return createdBy;
  if (typeof createdBy !== 'object' || createdBy === null) return undefined;
  const { username, name } = createdBy as { username?: unknown; name?: unknown };
  if (isName(username)) return username;
  return isName(name) ? name : undefined;
}

/** When a change request is applied. One without a time is after all others. */
export function timeOf({ schedule }: ScheduledChangeRequest): number {
  const time = new Date(schedule?.scheduledAt ?? '').valueOf();
  return Number.isNaN(time) ? Number.MAX_SAFE_INTEGER : time;
}
