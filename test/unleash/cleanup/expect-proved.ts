import fc from 'fast-check';
import { Pool } from 'pg';
import { expect } from 'vitest';
import { startOwnUnleash } from '../following-service.ts';
import { arbitraryPopulation } from './population.ts';
import { proveCleanups } from './prove-cleanup.ts';

/** Expects that cleaning up random populations changes how no change request ends, and that Unleash refuses no removal. */
export async function expectProved(populations: number, seed: number): Promise<void> {
  const { databaseUrl, ...admin } = await startOwnUnleash();
  const database = new Pool({ connectionString: databaseUrl });
  // Unleash is killed, and its database dropped, when the test ends.
  database.on('error', () => {});
  try {
    const random = fc.sample(arbitraryPopulation, { seed, numRuns: populations });
    const proofs = await proveCleanups({ admin, database }, random);
    const removed = proofs.flatMap((proof) => proof.removed);

    expect(proofs.filter(({ differences }) => differences.length > 0)).toEqual([]);
    // Otherwise, it would prove little.
    expect(removed.length).toBeGreaterThan(populations);
  } finally {
    await database.end();
  }
}
