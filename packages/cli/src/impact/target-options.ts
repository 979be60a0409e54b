import type { ImpactTarget } from '@forewarn/client';
import type { TargetKind } from '@forewarn/core';
import { TARGET_FIELDS } from '@forewarn/record/target-fields';
import type { Option } from 'commander';
import { collectSegments } from '../parse-arguments.ts';
import { names } from '../server-command.ts';

/** The option of each kind, in the order in which targets are asked about. */
const OPTIONS: Readonly<Record<TargetKind, Option>> = {
  feature: names('--feature <name>', 'a feature'),
  strategy: names('--strategy-id <id>', 'a strategy on a feature'),
  featureVariants: names('--variants <feature>', 'the variants of a feature'),
  segment: names('--segment <id>', 'a segment').argParser(collectSegments),
  strategyDefinition: names('--strategy-definition <name>', 'a strategy definition'),
  environment: names('--environment <name>', 'an environment of the projects'),
  contextField: names('--context-field <name>', 'a context field'),
  user: names('--user <name>', 'a user, by name or id'),
};

export const TARGET_OPTIONS = Object.values(OPTIONS);

/** Returns the targets that options name, in the order of their kinds. */
export const givenTargets = (options: Readonly<Record<string, unknown>>): readonly ImpactTarget[] =>
  Object.entries(OPTIONS).flatMap(([kind, option]) =>
    ((options[option.attributeName()] ?? []) as readonly unknown[]).map((value) => ({
      [TARGET_FIELDS[kind as TargetKind]]: value,
    })),
  );
