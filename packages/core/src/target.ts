/**
 * A thing that a change can touch and a search can ask about.
 *
 * - `feature`: a feature flag, by name.
 * - `strategy`: a strategy on a feature, by its id.
 * - `featureVariants`: the variants of a feature, by the feature's name.
 * - `segment`: a segment, by its numeric id.
 * - `strategyDefinition`: a strategy definition, by name.
 * - `environment`: an environment of the projects that are asked about, by name.
 * - `contextField`: a context field, by name.
 * - `user`: a user of Unleash, by name or by id, as the recorded change requests name their authors.
 */
export type Target =
  | { readonly kind: 'feature'; readonly name: string }
  | { readonly kind: 'strategy'; readonly id: string }
  | { readonly kind: 'featureVariants'; readonly feature: string }
  | { readonly kind: 'segment'; readonly id: number }
  | { readonly kind: 'strategyDefinition'; readonly name: string }
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'contextField'; readonly name: string }
  | { readonly kind: 'user'; readonly name: string };

/** The kinds of target. A new one does not compile until core, each store and the suite handle it. */
export type TargetKind = Target['kind'];

/** A target of a search or a listing. Each change request is in one environment, which listings filter by and impacts ask about. */
export type SearchedTarget = Exclude<Target, { readonly kind: 'environment' }>;

/** Whether a search can ask about a target. */
export const isSearched = (target: Target): target is SearchedTarget =>
  target.kind !== 'environment';

/** The text that identifies a target among those of its kind. Compared byte for byte. */
export function targetValue(target: Target): string {
  switch (target.kind) {
    case 'feature':
    case 'strategyDefinition':
    case 'environment':
    case 'contextField':
    case 'user':
      return target.name;
    case 'strategy':
      return target.id;
    case 'featureVariants':
      return target.feature;
    case 'segment':
      return String(target.id);
  }
}

/** Removes duplicates, and keeps the order. */
export function distinctTargets<Kind extends Target>(targets: readonly Kind[]): readonly Kind[] {
  // Nearly every list is short, and an import makes two for each change.
  if (targets.length <= SHORT_LIST) {
    return targets.filter(
      (target, index) => targets.findIndex((each) => isSame(each, target)) === index,
    );
  }
  return [
    ...new Map(targets.map((target) => [`${target.kind} ${targetValue(target)}`, target])).values(),
  ];
}

const SHORT_LIST = 16;

const isSame = (a: Target, b: Target): boolean =>
  a.kind === b.kind && targetValue(a) === targetValue(b);
