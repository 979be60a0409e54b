import type { Observation, Refusal } from './measure.ts';

export function inWords({ refused, isRefusedAnyway, ...observed }: Observation): string {
  if (refused === undefined) return appliedInWords(observed);
  return `refused: ${refusalInWords(refused)}${isRefusedAnyway === true ? ', scheduled or not' : ''}`;
}

/** What was observed of a scheduled change, in words. */
export function appliedInWords({
  isKept,
  failed,
  isAsPlanned,
}: Pick<Observation, 'isKept' | 'failed' | 'isAsPlanned'>): string {
  const applied = failed === undefined ? effectInWords(isAsPlanned) : refusalInWords(failed);
  return isKept ? applied : `gone; ${applied}`;
}

function effectInWords(isAsPlanned: boolean | undefined): string {
  if (isAsPlanned === undefined) return 'not applied';
  return isAsPlanned ? 'ok' : 'ok, with another effect';
}

/** An error response, in words. */
export const refusalInWords = ({ status, name }: Refusal): string =>
  [status, name].join(' ').trim();
