import type { ImpactTarget } from '@forewarn/client';
import type { Option } from 'commander';
import { collectSegments } from '../parse-arguments.ts';
import { names } from '../server-command.ts';

/** The options that name targets, in the order of their kinds, and the field of a target that each is for. */
const FIELDS: readonly (readonly [option: Option, field: string])[] = [
  [names('--feature <name>', 'a feature'), 'feature'],
  [names('--strategy-id <id>', 'a strategy on a feature'), 'strategyId'],
  [names('--variants <feature>', 'the variants of a feature'), 'variantForFlag'],
  [names('--segment <id>', 'a segment').argParser(collectSegments), 'segment'],
  [names('--strategy-definition <name>', 'a strategy definition'), 'strategyDefinition'],
  [names('--environment <name>', 'an environment of the projects'), 'environment'],
  [names('--context-field <name>', 'a context field'), 'contextField'],
  [names('--user <name>', 'a user, by name or id'), 'user'],
];

/** The options that name targets. */
export const TARGET_OPTIONS = FIELDS.map(([option]) => option);

/** Returns the targets that options name, in the order of their kinds. */
export const givenTargets = (options: Readonly<Record<string, unknown>>): readonly ImpactTarget[] =>
  FIELDS.flatMap(([option, field]) =>
    ((options[option.attributeName()] ?? []) as readonly unknown[]).map((value) => ({
      [field]: value,
    })),
  );
