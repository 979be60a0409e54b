import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { parseJson, readWith } from '../read-json.ts';

/** An object's attributes, and which of them are sensitive. */
export type Values = Readonly<Record<string, unknown>>;

/** What applying a plan does to one object. */
export interface PlannedChange {
  /** The address of its resource, with that of the module and the key. */
  readonly address: string;
  readonly type: string;
  /** The whole source of its provider, such as `registry.terraform.io/unleash/unleash`. */
  readonly provider: string;
  /** A replacement has two, in either order. */
  readonly actions: readonly string[];
  readonly before: Values;
  /** Without what is known only after it is applied. */
  readonly after: Values;
  /** The attributes of which that is true, or of which a part has it. */
  readonly afterUnknown: Values;
  /** The attributes that must not be shown, or of which a part must not be. */
  readonly beforeSensitive: Values | true;
}

const TEXT = z.string({ error: 'expected a text' });

// Terraform 1.17 writes the format 1.2, by internal/command/jsonplan of hashicorp/terraform at 883c722. Later minor versions
// only add fields. A deferred change is in no plan but a later one.
const changeSchema = z.object({
  address: TEXT,
  mode: TEXT,
  type: TEXT,
  provider_name: TEXT,
  deposed: TEXT.optional(),
  change: z.object({
    actions: z.array(TEXT).min(1),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
    after_unknown: z.unknown().optional(),
    before_sensitive: z.unknown().optional(),
  }),
});

const planSchema = z.object({
  format_version: TEXT,
  errored: z.boolean().optional(),
  resource_changes: z.array(changeSchema).optional(),
});

/** Reads what `terraform show -json` writes of a plan: the changes of its managed resources. The error is one line. */
export const readTerraformPlan = (text: string): Result<readonly PlannedChange[], string> =>
  parseJson(text, EXPECTED)
    .andThrough(unlessOtherDocument)
    .andThen((json) => readWith(planSchema, json))
    .andThen(({ errored, resource_changes: changes = [] }) =>
      errored === true
        ? err('expected a plan without errors: this one does not list all changes')
        : ok(changes.filter(({ mode }) => mode === 'managed').map(plannedChange)),
    );

const EXPECTED = 'expected a plan as JSON, from "terraform show -json" with the file of the plan';

/** A document that is no plan has no changes, and would look harmless. */
function unlessOtherDocument(json: unknown): Result<void, string> {
  const { format_version: version, values, ...parts } = Object(json) as Values;
  if (typeof version !== 'string') return err(EXPECTED);
  if (!/^[01]\./.test(version)) {
    return err(`format_version ${version}: expected 0 or 1, update Forewarn`);
  }
  // Each plan has both of these.
  if (!('planned_values' in parts) && !('configuration' in parts)) {
    return err(values === undefined ? EXPECTED : `${EXPECTED}; this is a state`);
  }
  return ok();
}

const plannedChange = ({
  address,
  type,
  provider_name: provider,
  deposed,
  change,
}: z.output<typeof changeSchema>): PlannedChange => ({
  address: deposed === undefined ? address : `${address} (deposed ${deposed})`,
  type,
  provider,
  actions: change.actions,
  before: valuesOf(change.before),
  after: valuesOf(change.after),
  afterUnknown: valuesOf(change.after_unknown),
  beforeSensitive: change.before_sensitive === true ? true : valuesOf(change.before_sensitive),
});

const valuesOf = (json: unknown): Values => Object(json) as Values;
