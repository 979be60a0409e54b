import { useId, useState } from 'preact/hooks';
import { CandidateItem } from './candidate-item.tsx';
import type { CandidateGroup } from './plan.ts';

/** How many candidates are in the document at first, and how many are added. */
const STEP = 100;

/** The candidates of one verdict and wave. */
export function CandidateSection({ title, candidates }: CandidateGroup) {
  const [shown, setShown] = useState(STEP);
  const id = useId();
  const rest = candidates.length - shown;
  return (
    <section class="candidates" aria-labelledby={id}>
      <h2 id={id}>
        {title} ({candidates.length.toLocaleString('en')})
      </h2>
      <ol class="items">
        {candidates.slice(0, shown).map((each) => (
          <CandidateItem key={JSON.stringify([each.target, each.project])} candidate={each} />
        ))}
      </ol>
      {rest > 0 && (
        <p>
          <button type="button" onClick={() => setShown(shown + STEP)}>
            Show {Math.min(STEP, rest)} more of {rest.toLocaleString('en')}
          </button>
        </p>
      )}
    </section>
  );
}
