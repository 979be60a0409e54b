import {
  type AuthorizerUnavailable,
  type CallOptions,
  type OfStrategy,
  type Ports,
  type Principal,
  type StoreUnavailable,
  type StrategyNotFound,
  strategyUseCase,
  toResultAsync,
} from '@forewarn/core';
import {
  type DataAgeLimit,
  hidesProjects,
  type Hiding,
  isCurrent,
  notBeforeNow,
  readableProjects,
  unlessAborted,
} from '@forewarn/record';
import type { ResultAsync } from 'neverthrow';
import type { ImpactReader, TargetFindings } from './impact-reader.ts';
import type { StrategyGuard, StrategyUse } from './strategy-guard.ts';
import type { StrategyImpact, TargetImpact } from './impact.ts';
import type { ImpactQuestion } from './impact-question.ts';
import { fingerprintOf, isUnused, useText } from './fingerprint-of.ts';
import { dataOf, explainImpacts } from './impact-report-of.ts';

/** The ports behind the impact of deleting a strategy definition. */
export type StrategyImpactPorts<Credentials> = DataAgeLimit &
  Hiding &
  Ports<
    Credentials,
    { readonly reader: ImpactReader; readonly strategies: Pick<StrategyGuard, 'findUse'> }
  >;

/** The use of a strategy definition. */
export interface StrategyLook {
  readonly use: StrategyUse;
  /** The text of the whole use, unreadable projects included. */
  readonly text: string;
  /** Whether nothing touches or may touch the definition, in any project of the upstream. */
  readonly isUnused: boolean;
  /** Whether the upstream may hide projects. */
  readonly areHidden: boolean;
  readonly notBefore: string | undefined;
}

/** Finds the use of a strategy definition. */
export const lookAtStrategy = (
  ports: StrategyImpactPorts<unknown>,
  name: string,
  options: CallOptions,
): ResultAsync<StrategyLook, StrategyNotFound | StoreUnavailable> =>
  // First: projects that are copied meanwhile must not be missing from the use.
  hidesProjects(ports, options).andThen((areHidden) =>
    toResultAsync(ports.strategies.findUse(name, options)).map((use) => {
      const notBefore = notBeforeNow(ports);
      return {
        use,
        text: useText(use, notBefore),
        isUnused: !areHidden && isUnused(use, notBefore),
        areHidden,
        notBefore,
      };
    }),
  );

/**
 * Explains what deleting a strategy definition would break, as a principal may see it. If its use changes after the look, the
 * delete refuses the fingerprint.
 */
export const explainStrategyUse = (
  ports: StrategyImpactPorts<unknown>,
  principal: Principal,
  look: StrategyLook,
  options: CallOptions,
): ResultAsync<StrategyImpact, StoreUnavailable | AuthorizerUnavailable> => {
  const { definition, projects } = look.use;
  const asked = [{ target: { kind: 'strategyDefinition', name: definition.name } }] as const;
  const projectIds = projects.map(({ projectId }) => projectId);
  return readableProjects(ports, principal, projectIds, options).andThen((readable) =>
    toResultAsync(
      ports.reader.impact(
        { asked, projectIds: [...readable] },
        { ...options, caller: principal.name },
      ),
    ).andThen(({ targets: [findings] }) => {
      if (findings === undefined) throw new Error('the store returned too few findings');
      return unlessAborted(options, () => impactOf({ ...look, readable, findings, ...options }));
    }),
  );
};

async function impactOf({
  use: { definition, projects, touching, doubtful },
  text,
  areHidden,
  readable,
  findings,
  notBefore,
  signal,
}: CallOptions &
  StrategyLook & {
    readonly readable: ReadonlySet<string>;
    readonly findings: TargetFindings;
  }): Promise<StrategyImpact> {
  const { name } = definition;
  const question: ImpactQuestion = {
    target: { kind: 'strategyDefinition', name },
    intent: 'delete',
  };
  const unreadable = [...touching, ...doubtful].filter(({ projectId }) => !readable.has(projectId));
  const hidden = new Set(unreadable.map(({ projectId, id }) => `${id} ${projectId}`)).size;
  // An unreadable project discloses nothing but that it makes the outcome unknown.
  const known = projects.filter(
    ({ projectId, coverage }) => readable.has(projectId) || isCurrent(coverage, notBefore),
  );
  const coverage = known.map((project) => project.coverage);
  const hasUnreadableProjects = areHidden || hidden > 0 || known.length < projects.length;
  const knowledge = { coverage, notBefore, hasUnreadableProjects };
  // The store has the definition.
  const names = [{ names: 'checked' }] as const;
  const [impact] = await explainImpacts(
    [question],
    [findings],
    { ...knowledge, names },
    { signal },
  );
  return {
    ...(impact as TargetImpact),
    ...dataOf(knowledge),
    hidden,
    fingerprint: await fingerprintOf(name, areHidden ? `${text} of some projects` : text),
  };
}

/** Returns what deleting a strategy definition would break, over all projects. Needs DELETE_STRATEGY. */
export const makeGetStrategyImpact = <Credentials>(ports: StrategyImpactPorts<Credentials>) =>
  strategyUseCase(ports, 'DELETE_STRATEGY', ({ name }: OfStrategy, principal, options) =>
    lookAtStrategy(ports, name, options).andThen((look) =>
      explainStrategyUse(ports, principal, look, options),
    ),
  );
