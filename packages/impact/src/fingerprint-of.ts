import { sha256Of } from '@forewarn/platform';
import { isCurrent } from '@forewarn/record';
import type { StrategyUse } from './strategy-guard.ts';

/** Returns a text that is the same exactly for the same definition with the same use. */
export function useText(
  { definition, projects, touching, doubtful }: StrategyUse,
  notBefore: string | undefined,
): string {
  const uncertain = projects.filter(({ coverage }) => !isCurrent(coverage, notBefore));
  const listed = [touching, doubtful].map((versions) =>
    versions.map(({ projectId, id, version }) => [projectId, id, version]),
  );
  return JSON.stringify([definition.name, uncertain.map(({ projectId }) => projectId), ...listed]);
}

/** Whether nothing touches or may touch the definition in any project. */
export function isUnused(
  { projects, touching, doubtful }: StrategyUse,
  notBefore: string | undefined,
): boolean {
  const isKnown = projects.every(({ coverage }) => isCurrent(coverage, notBefore));
  return isKnown && projects.length > 0 && touching.length === 0 && doubtful.length === 0;
}

/** Returns the fingerprint of a use: the hash of the definition's name, a dot, and the hash of its {@link useText}. */
export async function fingerprintOf(name: string, text: string): Promise<string> {
  return `${await sha256Of(name, 8)}.${await sha256Of(text, 32)}`;
}

/** Whether a text is a fingerprint of the definition with this name, for any use of it. */
export async function isFingerprintOf(name: string, text: string): Promise<boolean> {
  return /^[0-9a-f]{8}\.[0-9a-f]{32}$/.test(text) && text.startsWith(`${await sha256Of(name, 8)}.`);
}
