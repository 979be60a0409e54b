import { targetValue } from '@forewarn/core';
import { option, quoted, serviceUrl } from '../parts/shell-text.ts';
import { type Asked, bodyOf, type Question } from './question.ts';

const OPTIONS: Readonly<Record<Asked['target']['kind'], string>> = {
  feature: 'feature',
  strategy: 'strategy-id',
  featureVariants: 'variants',
  segment: 'segment',
  strategyDefinition: 'strategy-definition',
  environment: 'environment',
  contextField: 'context-field',
  user: 'user',
};

const KEY = '# With a key in FOREWARN_API_KEY\n';

/** Returns the same question as a `forewarn check` for a POSIX shell, with its URL. */
export function checkCommand({ project, asked }: Question): string {
  const where = project === '' ? ' --all-projects' : option('project', project);
  const check = `npx forewarn check${option('url', serviceUrl())}${where}`;
  const same = ({ intent, inEnvironment }: Asked): string => `${intent} ${inEnvironment}`;
  // Except in JSON, the command has one intent for all targets, and refuses a name that looks like one of its options.
  const isLikeOption = ({ target }: Asked): boolean => /(?<!\S)-/.test(targetValue(target));
  if (new Set(asked.map(same)).size > 1 || asked.some(isLikeOption)) {
    return `${KEY}printf %s ${quoted(JSON.stringify(asked.map(bodyOf)))} | ${check} --targets -`;
  }
  const targets = asked.map(({ target }) => option(OPTIONS[target.kind], targetValue(target)));
  const { intent, inEnvironment } = asked[0] ?? {};
  return [
    KEY,
    check,
    ...targets,
    intent === undefined ? '' : option('intent', intent),
    inEnvironment === undefined ? '' : option('in-environment', inEnvironment),
  ].join('');
}
