import { TargetLink } from '../parts/name.tsx';

/** The names of features, as links. */
export const FeatureLinks = ({ names }: { readonly names: readonly string[] }) => (
  <>
    {names.map((name, index) => (
      <span key={name}>
        {index > 0 && ', '}
        <TargetLink target={{ kind: 'feature', name }} />
      </span>
    ))}
  </>
);
