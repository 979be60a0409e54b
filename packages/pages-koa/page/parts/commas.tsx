import type { ComponentChild } from 'preact';

/** Items with commas between them. */
export const Commas = ({ of }: { readonly of: readonly ComponentChild[] }) => (
  <>
    {of.map((each, index) => (
      <span key={index}>
        {index > 0 && ', '}
        {each}
      </span>
    ))}
  </>
);
