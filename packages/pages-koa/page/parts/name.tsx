import { type Target, targetValue } from '@forewarn/core';
import { KIND_WORDS } from '@forewarn/core/adapter';

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

/** A target in words: its kind, and its name or id. */
export const TargetName = ({ target }: { readonly target: Target }) => (
  <span class="target">
    {KIND_WORDS[target.kind]} <Name text={targetValue(target)} class="value" />
  </span>
);
