import type { StrategySchema } from '@forewarn/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ImpactDetails, OutcomeLine } from '../impact/impact-details.tsx';
import type { Impact } from '../impact/words.ts';
import { Name } from '../parts/name.tsx';

interface Props {
  readonly definition: StrategySchema;
  /** Undefined until it is known. */
  readonly impact: Impact | undefined;
  /** Why it is not known. */
  readonly state: string;
  /** Which features use it, if that is told. */
  readonly use: ComponentChildren;
  /** Undefined if the key may not delete it. */
  readonly onDelete: (() => void) | undefined;
}

/** A strategy definition, and what uses it. */
export function DefinitionCard({ definition, impact, state, use, onDelete }: Props) {
  const { name, description, deprecated, editable } = definition;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li class="card">
      <div class="card-head">
        <h2>
          <Name text={name} />
          {!editable && <span class="tag">Built-in: can’t be deleted</span>}
          {deprecated && <span class="tag">Deprecated</span>}
        </h2>
        {editable && onDelete !== undefined && (
          <button type="button" class="danger" aria-label={`Delete… ${name}`} onClick={onDelete}>
            Delete…
          </button>
        )}
      </div>
      {description !== undefined && description !== '' && (
        <p class="description">
          <bdi>{description}</bdi>
        </p>
      )}
      {use && <p class="use description">{use}</p>}
      {impact === undefined ? <p class="muted">{state}</p> : <OutcomeLine impact={impact} />}
      {impact !== undefined && impact.outcome !== 'none' && (
        <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary>Details</summary>
          {isOpen && <ImpactDetails impact={impact} />}
        </details>
      )}
    </li>
  );
}
