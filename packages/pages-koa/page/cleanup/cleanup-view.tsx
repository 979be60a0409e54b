import { useId, useState } from 'preact/hooks';
import { currentRoute, hrefOf, replaceRoute, type Route } from '../app/route.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { download } from '../parts/download.ts';
import { ProjectSelect } from '../parts/project-select.tsx';
import { option, serviceUrl } from '../parts/shell-text.ts';
import { ViewFrame } from '../parts/view-frame.tsx';
import { CandidateItem } from './candidate-item.tsx';
import { type CandidateGroup, groupsOf, jsonOf, type Plan, planText } from './plan.ts';
import { useCleanup } from './use-cleanup.ts';
import './cleanup.css';

const DEFAULT_DAYS = 7;
const MAX_DAYS = 3_650;

/** What can be removed, from when on, in which order, and why. It removes nothing. The question is in the URL. */
export function CleanupView({ route: { query } }: { readonly route: Route }) {
  const project = query.get('project') ?? '';
  const quietDays = daysIn(query.get('quietDays'));
  const loaded = useCleanup(project, quietDays);
  // After a failure, an earlier plan may no longer hold.
  const { plan, isWhole = false } = (loaded.failure === undefined && loaded.value) || {};
  return (
    <ViewFrame title="What can be removed?" loaded={loaded}>
      <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
        <ProjectSelect value={project} onChange={(id) => set('project', id)} />
        <label>
          Quiet for at least (days)
          <input
            type="number"
            min={0}
            max={MAX_DAYS}
            value={quietDays}
            onChange={(event) => set('quietDays', event.currentTarget.value)}
          />
        </label>
      </form>
      <p role="status">{plan !== undefined && planText(plan, isWhole, project !== '')}</p>
      {plan !== undefined && (
        <>
          {isWhole && plan.candidates.length > 0 && <WaysOut plan={plan} />}
          {groupsOf(plan).map((group) => (
            <CandidateSection key={group.title} {...group} />
          ))}
        </>
      )}
    </ViewFrame>
  );
}

function set(name: string, value: string): void {
  const { query } = currentRoute();
  replaceRoute(hrefOf(['cleanup'], { ...Object.fromEntries(query), [name]: value }));
}

function daysIn(text: string | null): number {
  const days = /^\d{1,4}$/.test(text ?? '') ? Number(text) : DEFAULT_DAYS;
  return Math.min(days, MAX_DAYS);
}

function WaysOut({ plan }: { readonly plan: Plan }) {
  const json = jsonOf(plan);
  return (
    <>
      <p class="hint">
        Remove wave 1 before wave 2: children go before their parents. This page removes nothing.
        Just before you do, with a key in <code>FOREWARN_API_KEY</code>, run{' '}
        <code>npx forewarn check --plan plan.json{option('url', serviceUrl())}</code>: it says what
        no longer holds.
      </p>
      <div class="copies">
        <CopyField label="Copy the plan" text={json} />
        <button type="button" onClick={() => download(json, 'plan.json', 'application/json')}>
          Download the plan
        </button>
      </div>
    </>
  );
}

/** How many candidates are in the document at first, and how many are added. */
const STEP = 100;

/** The candidates of one verdict and wave. */
function CandidateSection({ title, candidates }: CandidateGroup) {
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
            Show {Math.min(STEP, rest)} of {rest.toLocaleString('en')} more
          </button>
        </p>
      )}
    </section>
  );
}
