import { KIND_WORDS, type Target, targetValue } from '@forewarn/core';
import { Name } from './name.tsx';

/** A target in words: its kind, and its name or id. */
export const TargetName = ({ target }: { readonly target: Target }) => (
  <span class="target">
    {KIND_WORDS[target.kind]} <Name text={targetValue(target)} class="value" />
  </span>
);
