import type { StrategiesSchema } from '@forewarn/client';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { UNREADABLE } from '../api/send.ts';
import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { mayEverywhere } from '../api/user.ts';
import { askImpact } from '../impact/ask-impact.ts';
import { type Asked, hrefOfQuestion } from '../impact/question.ts';
import type { Impact } from '../impact/words.ts';
import { plural } from '../parts/action-words.ts';
import { ViewFrame } from '../parts/view-frame.tsx';
import { CAPABILITIES } from '../capabilities.ts';
import { DefinitionCard } from './definition-card.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** The strategy definitions, and what is scheduled that uses them. */
export function DefinitionsView() {
  const { send, user } = useSession();
  const listed = useLoad('strategies', async (signal) => {
    const sent = await send<StrategiesSchema>({ path: 'strategies', signal });
    return sent.ok && !Array.isArray(sent.value.strategies) ? UNREADABLE : sent;
  });
  const { strategies = [] } = listed.value ?? {};
  const asked = strategies.map(({ name }): Asked => ({
    target: { kind: 'strategyDefinition', name },
    intent: undefined,
  }));
  const used = useLoad<readonly Impact[]>(hrefOfQuestion(asked), (signal) =>
    askImpact(send, asked, '', signal),
  );
  const editable = strategies.flatMap((each) => (each.editable ? each.name : []));
  const [tellUse] = CAPABILITIES.flatMap(
    ({ useDefinitionUse }) => useDefinitionUse?.(editable) ?? [],
  );
  /** An object for each opening: a browser tells a closing late, when the next dialog may be open. */
  const [deleting, setDeleting] = useState<{ readonly name: string }>();
  const [deleted, setDeleted] = useState('');
  const notice = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  useLayoutEffect(() => {
    if (deleted !== '') notice.current?.focus();
  }, [deleted]);

  const failure = listed.failure ?? used.failure;
  const reload = (): void => {
    listed.reload();
    used.reload();
  };
  const loaded =
    listed.value === undefined
      ? listed
      : { ...used, failure, isLoading: listed.isLoading || used.isLoading, reload };
  // After a failure, an earlier result may be wrong.
  const impacts = failure === undefined ? used.value : undefined;
  const mayDelete = mayEverywhere(user, 'DELETE_STRATEGY');

  return (
    <ViewFrame title="Strategy definitions" loaded={loaded as typeof used}>
      <p role="status" ref={notice} tabIndex={-1} class="summary">
        {deleted !== '' && (
          <>
            Deleted <bdi>{deleted}</bdi>.{' '}
          </>
        )}
        {listed.value !== undefined && `${plural(strategies.length, 'strategy definition')}.`}
      </p>
      <p class="hint">A green tick means that no scheduled change request uses it.</p>
      <ul class="cards definitions">
        {strategies.map((definition, index) => (
          <DefinitionCard
            key={definition.name}
            definition={definition}
            impact={impacts?.[index]}
            use={definition.editable && tellUse?.(definition.name)}
            state={failure === undefined ? 'Asking what uses it…' : 'Not known what uses it'}
            onDelete={mayDelete ? () => setDeleting({ name: definition.name }) : undefined}
          />
        ))}
      </ul>
      {deleting !== undefined && (
        <DeleteDialog
          key={deleting}
          name={deleting.name}
          onClose={(isDeleted) => {
            setDeleting((open) => (open === deleting ? undefined : open));
            if (isDeleted) setDeleted(deleting.name);
            reload();
          }}
        />
      )}
    </ViewFrame>
  );
}
