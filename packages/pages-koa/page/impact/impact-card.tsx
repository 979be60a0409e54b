import { type Intent, INTENTS, KIND_WORDS } from '@forewarn/impact';
import { type TargetKind, targetValue } from '@forewarn/core';
import { Name, TargetName } from '../parts/name.tsx';
import { ImpactDetails, OutcomeLine } from './impact-details.tsx';
import { type Asked, targetOf } from './question.ts';
import type { Known } from './use-known.ts';
import { aroundTarget, askedText, type Impact } from './words.ts';

interface Props {
  readonly asked: Asked;
  /** Undefined until it is known. */
  readonly impact: Impact | undefined;
  /** Why it is not known. */
  readonly state: string;
  readonly known: Known;
  readonly onRemove: () => void;
  readonly onReplace: (by: Asked) => void;
}

export function ImpactCard({ asked, impact, state, known, onRemove, onReplace }: Props) {
  const { target, intent } = asked;
  const [before, after] = aroundTarget(intent);
  return (
    <li class="card">
      <div class="card-head">
        <h2>
          {before}
          <TargetName target={target} isLink={false} />
          {after}
          {asked.inEnvironment !== undefined && (
            <>
              {' '}
              in <Name text={asked.inEnvironment} />
            </>
          )}
        </h2>
        <button
          type="button"
          class="quiet"
          aria-label={`Remove: ${askedText(asked)}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </div>
      {impact === undefined ? (
        <p class="muted">{state}</p>
      ) : (
        <>
          <OutcomeLine impact={impact} />
          {impact.outcome !== 'some' && <Others {...{ asked, known, onReplace }} />}
          <ImpactDetails impact={impact} />
        </>
      )}
    </li>
  );
}

/** Says when nothing has the name, or something else: an all-clear would be for the wrong thing. */
function Others({ asked, known, onReplace }: Pick<Props, 'asked' | 'known' | 'onReplace'>) {
  const { kind } = asked.target;
  const name = targetValue(asked.target);
  // Variants have the name of their feature.
  const own = kind === 'featureVariants' ? 'feature' : kind;
  if (known[own]?.has(name) === true) return null;
  const others = OTHERS.filter((each) => known[each]?.has(name));
  return (
    <>
      {kind === 'strategyDefinition' && known[kind] !== undefined && (
        <p class="attention">No strategy definition has this name.</p>
      )}
      {others.map((other) => {
        const target = targetOf(other, name);
        return (
          target !== undefined && (
            <p key={other} class="attention">
              There is a {KIND_WORDS[other]} of this name.{' '}
              <button
                type="button"
                onClick={() => onReplace({ target, intent: intentFor(other, asked.intent) })}
              >
                Ask about that
              </button>
            </p>
          )
        );
      })}
    </>
  );
}

const OTHERS = ['feature', 'strategy', 'segment', 'strategyDefinition'] as const;

/** The same intent if the kind has it, or else the one with the worst consequences. */
function intentFor(kind: TargetKind, intent: Intent | undefined): Intent | undefined {
  const intents: readonly Intent[] = INTENTS[kind];
  const alike = intents.find((each) => each === intent);
  return alike ?? intents.find((each) => each === 'delete') ?? intents.at(-1);
}
