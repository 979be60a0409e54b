import { useRef } from 'preact/hooks';
import { replaceRoute, type Route } from '../app/route.ts';
import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { ageText } from '../parts/age-text.ts';
import { useProjectNames } from '../parts/project-names.tsx';
import { plural } from '../parts/action-words.ts';
import { ViewFrame } from '../parts/view-frame.tsx';
import { askImpact } from './ask-impact.ts';
import { checkCommand } from './check-command.ts';
import { ImpactCard } from './impact-card.tsx';
import { ImpactCsv } from './impact-csv.tsx';
import { impactText } from './impact-text.ts';
import { type Asked, hrefOfQuestion, identify, questionIn } from './question.ts';
import { NextChanges } from './next-changes.tsx';
import { QuestionForm } from './question-form.tsx';
import { useKnown } from './use-known.ts';
import { verdictText } from './verdict-text.ts';
import { type Impact, isUnchecked } from './words.ts';
import { worstOutcome } from './worst-outcome.ts';

/** What would break, if the user did something? The question is in the URL. */
export function ImpactView({ route }: { readonly route: Route }) {
  const { send } = useSession();
  const question = questionIn(route);
  const { project, asked, unreadable } = question;
  const { known, next: changes } = useKnown(project);
  const nameOf = useProjectNames();
  const loaded = useLoad<readonly Impact[]>(hrefOfQuestion(asked, project), (signal) =>
    askImpact(send, asked, project, signal),
  );
  // After a failure, an earlier result may be wrong.
  const impacts = loaded.failure === undefined ? loaded.value : undefined;
  const verdict = verdictText(impacts ?? []);
  const worst = worstOutcome((impacts ?? []).flatMap(({ changeRequests }) => changeRequests));
  const go = (next: readonly Asked[], of = project): void => replaceRoute(hrefOfQuestion(next, of));
  const summary = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  const leave = (next: readonly Asked[]): void => {
    go(next);
    summary.current?.focus({ preventScroll: true });
  };
  const without = (removed: Asked): readonly Asked[] => asked.filter((each) => each !== removed);

  return (
    <ViewFrame title="What would break?" loaded={loaded}>
      <QuestionForm
        question={question}
        known={known}
        onProject={(id) => go(asked, id)}
        onAdd={(added) => go([...added, ...asked])}
      />
      {unreadable.length > 0 && (
        <p role="alert" class="note attention">
          The address of this page asks for more, which can't be read:{' '}
          <bdi>{unreadable.join(', ')}</bdi>
        </p>
      )}
      <p role="status" ref={summary} tabIndex={-1} class="summary">
        {asked.length === 0
          ? 'Name what you are about to change, to see which scheduled change requests it would break.'
          : impacts !== undefined && (
              <>
                {verdict !== '' && <b class={`attention ${worst}`}>{verdict} </b>}
                {summaryOf(impacts)}
              </>
            )}
      </p>
      {asked.length === 0 && <NextChanges next={changes} project={project} />}
      {asked.length > 0 && (
        <div class="copies">
          {impacts !== undefined && (
            <>
              <CopyField
                label="Copy as text"
                text={impactText(question, impacts, nameOf, ageText(loaded, Date.now()))}
              />
              <CopyField label="Copy as command" text={checkCommand(question)} />
            </>
          )}
        </div>
      )}
      <ul class="cards">
        {asked.map((each, index) => (
          <ImpactCard
            key={identify(each)}
            asked={each}
            impact={impacts?.[index]}
            state={loaded.failure === undefined ? 'Asking…' : 'Not known: see above'}
            known={known}
            onRemove={() => leave(without(each))}
            onReplace={(by) => leave([by, ...without(each)])}
          />
        ))}
      </ul>
      {impacts !== undefined && asked.length > 0 && <ImpactCsv {...{ asked, impacts }} />}
    </ViewFrame>
  );
}

function summaryOf(impacts: readonly Impact[]): string {
  const count = (of: Impact['outcome']): number =>
    impacts.filter((each) => each.outcome === of && !isUnchecked(each)).length;
  const unchecked = impacts.filter(isUnchecked).length;
  const more = unchecked > 0 ? `, ${unchecked} not touched if the name is right` : '';
  return `${plural(impacts.length, 'target')}: ${count('some')} touched by what is scheduled, ${count('unknown')} unknown, ${count('none')} not touched${more}.`;
}
