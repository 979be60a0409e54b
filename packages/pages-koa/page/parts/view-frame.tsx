import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Loaded } from '../api/use-load.ts';
import { DataAge } from './data-age.tsx';
import { FailureNote } from './failure-note.tsx';

interface Props {
  /** In the browser's title as well. */
  readonly title: string;
  /** What the view shows. Its age stays in sight. */
  readonly loaded: Omit<Loaded<unknown>, 'value'> & { readonly value?: unknown };
  readonly children: ComponentChildren;
}

/** A view with its title, and how old its data is. */
export function ViewFrame({ title, loaded, children }: Props) {
  useEffect(() => {
    document.title = `${title} – Forewarn`;
  }, [title]);
  const { failure, reload } = loaded;
  return (
    <>
      <div class="view-head">
        <h1 title={title}>
          <bdi>{title}</bdi>
        </h1>
        <DataAge loaded={loaded} />
      </div>
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {children}
    </>
  );
}
