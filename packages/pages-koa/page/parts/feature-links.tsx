import { Commas } from './commas.tsx';
import { TargetLink } from './name.tsx';

export const FeatureLinks = ({ names }: { readonly names: readonly string[] }) => (
  <Commas
    of={names.map((name) => (
      <TargetLink target={{ kind: 'feature', name }} />
    ))}
  />
);
