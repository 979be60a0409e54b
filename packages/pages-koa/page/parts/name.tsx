import { type Target, targetValue } from '@forewarn/core';
import { KIND_WORDS } from '@forewarn/impact';
import { hrefOfQuestion } from '../impact/question.ts';
import { useProjectName } from './project-names.tsx';

/** A text that users chose, such as a title: isolated from the direction of its surroundings, cut when too long. */
export function Name({
  text,
  class: kind = '',
}: {
  readonly text: string;
  readonly class?: string;
}) {
  return (
    <bdi class={`name ${kind}`} title={text}>
      {text}
    </bdi>
  );
}

interface WhereProps {
  readonly of: {
    readonly project: string;
    readonly environment: string;
    readonly owner?: string | undefined;
  };
  readonly class?: string;
}

/** Where a change request is, and whose it is if its owner is given: `Web shop · production · tom`. */
export function Where({ of: { project, environment, owner }, class: kind = '' }: WhereProps) {
  const where = [useProjectName(project), environment, ...(owner === undefined ? [] : [owner])];
  return <Name text={where.join(' · ')} class={kind} />;
}

/** The name or id of a target, as a link to what would break if it changed. */
export function TargetLink({ target }: { readonly target: Target }) {
  const text = targetValue(target);
  const name = <Name text={text} class="value" />;
  // A link without a readable name can't be used.
  if (text.trim() === '') return name;
  return <a href={hrefOfQuestion([{ target, intent: undefined }])}>{name}</a>;
}

/** A target in words: its kind, and its name or id. */
export const TargetName = ({
  target,
  isLink = true,
}: {
  readonly target: Target;
  readonly isLink?: boolean;
}) => (
  <span class="target">
    {KIND_WORDS[target.kind]}{' '}
    {isLink ? <TargetLink target={target} /> : <Name text={targetValue(target)} class="value" />}
  </span>
);
