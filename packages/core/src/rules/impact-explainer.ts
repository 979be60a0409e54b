import type {
  ImpactDoubt,
  ImpactedChangeRequest,
  ImpactQuestion,
  ImpactTouch,
  TargetImpact,
} from '../model/impact.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import { type Target, targetValue } from '../model/target.ts';
import type { Doubt, Touch } from '../model/touch.ts';
import { MAX_LISTED, type TargetFindings } from '../ports/scheduled-change-request-reader.ts';
import { consequenceOf } from './consequence-of.ts';
import { doubtsIn } from './doubts-of.ts';
import { covers, type Knowledge, outcomeOf } from './outcome-of.ts';
import { touchesIn } from './touches-of.ts';

/** Explains findings: which changes touch or may touch the target, and what the intent does to them. */
export type ImpactExplainer = (
  question: ImpactQuestion,
  findings: TargetFindings,
  knowledge: Knowledge,
) => TargetImpact;

/** Makes an explainer that reads each change request once, however many of the targets it touches. */
export function impactExplainer(): ImpactExplainer {
  const readings = new Map<string, Reading>();
  const readingOf = (changeRequest: ScheduledChangeRequest): Reading => {
    const key = `${changeRequest.id} ${changeRequest.project}`;
    const reading = readings.get(key) ?? read(changeRequest);
    readings.set(key, reading);
    return reading;
  };
  return (question, { count, touching, isDoubtful, doubtful }, knowledge) => ({
    question,
    ...outcomeOf({ ...knowledge, isTouched: count > 0, isDoubtful }),
    count,
    changeRequests: touching.map((each) => impacted(each, readingOf(each), question)),
    doubts: doubtful
      .flatMap((each) => doubtsAbout(each, readingOf(each), question))
      .slice(0, MAX_LISTED),
  });
}

/** What a change request touches and leaves in doubt. */
interface Reading {
  readonly touches: ReadonlyMap<string, readonly Touch[]>;
  readonly doubts: readonly Doubt[];
}

const keyOf = (target: Target): string => `${target.kind} ${targetValue(target)}`;

const read = (changeRequest: ScheduledChangeRequest): Reading => ({
  touches: Map.groupBy(touchesIn(changeRequest), ({ target }) => keyOf(target)),
  doubts: doubtsIn(changeRequest),
});

function impacted(
  changeRequest: ScheduledChangeRequest,
  { touches }: Reading,
  { target, intent }: ImpactQuestion,
): ImpactedChangeRequest {
  const { project, id, environment, title, schedule } = changeRequest;
  const createdBy = nameOf(changeRequest.createdBy);
  const explained = (touches.get(keyOf(target)) ?? []).slice(0, MAX_LISTED).map((touch) => {
    const { target: _target, ...place } = touch;
    return intent === undefined
      ? place
      : { ...place, consequence: consequenceOf(intent, touch, changeRequest) };
  });
  return {
    project,
    id,
    environment,
    ...(title === undefined ? {} : { title }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(createdBy === undefined ? {} : { createdBy }),
    touches: explained satisfies readonly ImpactTouch[],
  };
}

function doubtsAbout(
  { project, id, environment }: ScheduledChangeRequest,
  { doubts }: Reading,
  question: ImpactQuestion,
): readonly ImpactDoubt[] {
  return doubts
    .filter((doubt) => covers(doubt, question))
    .map(({ path, why, kinds }) => ({ project, id, environment, path, why, kinds }));
}

function nameOf(createdBy: unknown): string | undefined {
  const { username, name } = Object(createdBy) as { username?: unknown; name?: unknown };
  return [username, name, createdBy].find(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}
