import {
  type FeatureChanges,
  readingsIn,
  type ScheduledChangeRequest,
  type TargetKind,
  targetValue,
  type Touch,
  touchesIn,
} from '@forewarn/core';
import { authorOf, type Doubt, doubtsIn, shownOf, targetKey } from '@forewarn/record';
import type {
  Consequence,
  ImpactDoubt,
  ImpactedChangeRequest,
  ImpactTouch,
  NameCheck,
} from './impact.ts';
import type { ImpactQuestion, Intent } from './impact-question.ts';
import { MAX_LISTED } from './impact-reader.ts';
import { consequenceOf } from './consequence-of.ts';
import { covers, ownerOf } from './outcome-of.ts';

/** A question, and whether its environment exists. */
type CheckedQuestion = ImpactQuestion & Pick<NameCheck, 'isEnvironmentNotFound'>;

/** A part of a report, and its length as JSON. */
export interface Explained<Part> {
  readonly part: Part;
  readonly length: number;
}

/** A change request that is read once, however many questions it is explained for. */
export class ExplainedChangeRequest {
  readonly #changeRequest: ScheduledChangeRequest;
  readonly #touches: ReadonlyMap<string, readonly Touch[]>;
  readonly #features: ReadonlyMap<string, readonly FeatureChanges[]>;
  readonly #doubts: ReadonlyMap<TargetKind, readonly Doubt[]>;
  readonly #doubtsUnder = new Map<TargetKind, DoubtsUnder>();
  readonly #archived = new Map<string, Consequence>();
  readonly #explained = new Map<string, Explained<unknown>>();

  constructor(changeRequest: ScheduledChangeRequest) {
    this.#changeRequest = changeRequest;
    const readings = readingsIn(changeRequest);
    const touches = touchesIn(changeRequest, readings);
    const doubts = doubtsIn(changeRequest, readings);
    this.#touches = Map.groupBy(touches, ({ target }) => targetKey(target));
    this.#features = Map.groupBy(changeRequest.features, ({ name }) => name);
    this.#doubts = byKind(doubts);
  }

  /** How it touches the target, and what the intent does to it. */
  impacted(question: CheckedQuestion): Explained<ImpactedChangeRequest> {
    const { target, intent, inEnvironment, legalValues, isEnvironmentNotFound } = question;
    const how = JSON.stringify([intent, inEnvironment, legalValues, isEnvironmentNotFound]);
    return this.#once(`touches ${how} ${targetKey(target)}`, () => {
      const createdBy = authorOf(this.#changeRequest);
      const touches = (this.#touches.get(targetKey(target)) ?? []).slice(0, MAX_LISTED);
      return {
        ...shownOf(this.#changeRequest),
        ...(createdBy === undefined ? {} : { createdBy }),
        touches: this.#explain(touches, question),
      };
    });
  }

  #explain(touches: readonly Touch[], question: CheckedQuestion): readonly ImpactTouch[] {
    const { intent } = question;
    if (intent === undefined) return touches.map(({ target: _target, ...location }) => location);
    return touches.map(({ target, ...location }) => {
      const isSubject = target.kind === 'feature' && target.name === location.feature;
      const consequence =
        isSubject && intent === 'archive'
          ? this.#archiving({ target, ...location }, { ...question, intent })
          : consequenceOf({ ...question, intent }, { target, ...location }, this.#changeRequest);
      return { ...location, consequence };
    });
  }

  // It depends on all changes of the feature, and is the same for all of its touches.
  #archiving(touch: Touch, question: ImpactQuestion & { readonly intent: Intent }): Consequence {
    const name = targetValue(touch.target);
    const known = this.#archived.get(name);
    if (known !== undefined) return known;
    const features = this.#features.get(name) ?? [];
    const consequence = consequenceOf(question, touch, { ...this.#changeRequest, features });
    this.#archived.set(name, consequence);
    return consequence;
  }

  /** Its first doubts that cover the target. */
  doubtsAbout(question: ImpactQuestion, limit: number): Explained<readonly ImpactDoubt[]> {
    const all = this.#allDoubtsAbout(question);
    return all.part.length <= limit ? all : explain(all.part.slice(0, limit));
  }

  #allDoubtsAbout(question: ImpactQuestion): Explained<readonly ImpactDoubt[]> {
    const { kind } = question.target;
    const owner = ownerOf(question);
    return this.#once(`doubts ${kind} ${owner ?? ''}`, () => {
      const { project, id, environment } = this.#changeRequest;
      return this.#near(kind, owner)
        .filter((doubt) => covers(doubt, question))
        .slice(0, MAX_LISTED)
        .map(({ path, why, kinds }) => ({ project, id, environment, path, why, kinds }));
    });
  }

  /** The doubts that can cover a target of this kind and owner, in order: those under no feature are last. */
  #near(kind: TargetKind, owner: string | undefined): readonly Doubt[] {
    const all = this.#doubts.get(kind) ?? [];
    if (owner === undefined) return all;
    const under = this.#doubtsUnder.get(kind) ?? Map.groupBy(all, ({ feature }) => feature);
    this.#doubtsUnder.set(kind, under);
    return [...(under.get(owner) ?? []), ...(under.get(undefined) ?? [])];
  }

  #once<Part>(key: string, make: () => Part): Explained<Part> {
    const known = this.#explained.get(key) as Explained<Part> | undefined;
    if (known !== undefined) return known;
    const explained = explain(make());
    this.#explained.set(key, explained);
    return explained;
  }
}

const explain = <Part>(part: Part): Explained<Part> => ({
  part,
  length: JSON.stringify(part).length,
});

type DoubtsUnder = ReadonlyMap<string | undefined, readonly Doubt[]>;

function byKind(doubts: readonly Doubt[]): ReadonlyMap<TargetKind, readonly Doubt[]> {
  const pairs = doubts.flatMap((doubt) => doubt.kinds.map((kind) => ({ kind, doubt })));
  return new Map(
    [...Map.groupBy(pairs, ({ kind }) => kind)].map(([kind, each]) => [
      kind,
      each.map(({ doubt }) => doubt),
    ]),
  );
}
