/** The fields of the responses and payloads of Unleash's API that are no names of anything. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set(
  [
    // Projects and strategy definitions
    'id name description health technicalDebt featureCount staleFeatureCount memberCount mode favorite owners',
    'potentiallyStaleFeatureCount archivedFeatureCount featureLimit defaultStickiness avgTimeToProduction',
    'createdAt updatedAt archivedAt lastUpdatedAt lastReportedFlagUsage',
    'displayName title editable deprecated parameters type required version',
    // Change requests, their counts and their search
    'environment environmentType project state minApprovals createdBy stateTimestamps features segments',
    'approvals rejections comments schedule scheduledAt status reason failureReason changes defaultChange',
    'action payload conflict scheduleConflicts changeRequests',
    'total applied approved rejected reviewRequired scheduled',
    // Payloads
    'enabled shouldActivateDisabledStrategies disabled sortOrder constraints variants snapshot feature',
    'milestones milestoneId planId templateId strategies strategyName',
  ].flatMap((line) => line.split(' ')),
);

export interface SentField {
  /** The path of its parent, with a separator; its names are those of a schema. */
  readonly prefix: string;
  readonly name: string;
  readonly value: unknown;
}

/** Fields with their types. One that Unleash's API does not define may have a name that a person gave, so it is counted. */
export class SeenFields {
  readonly #known = new Set<string>();
  readonly #others = new Map<string, Set<string>>();

  add({ prefix, name, value }: SentField): void {
    if (KNOWN_FIELDS.has(name)) {
      this.#known.add(`${prefix}${name}: ${typeOf(value)}`);
      return;
    }
    const others = this.#others.get(prefix) ?? new Set();
    this.#others.set(prefix, others.add(name));
  }

  report(): readonly string[] {
    const others = [...this.#others].map(([prefix, { size }]) => `${prefix}${othersOf(size)}`);
    return [...this.#known, ...others].toSorted();
  }
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

/** Says how many others there are, in place of their names. */
export const othersOf = (count: number): string => `(${rounded(count)} others)`;

/** Returns a number without its last digits, such as `about 300`. */
export function rounded(count: number): string {
  if (count === 0) return '0';
  if (count < 10) return 'under 10';
  const unit = 10 ** (String(count).length - 1);
  return `about ${Math.round(count / unit) * unit}`;
}
