import { createClient } from '@forewarn/client';

export async function mayArchive(url: string, key: string, feature: string): Promise<boolean> {
  const client = createClient({ url, key });
  const found = await client.getScheduledChangeRequests('shop', { feature: [feature] });
  if (found.outcome === 'none') return true;
  if (found.outcome === 'unknown') throw new Error(found.failure.message);
  for (const { id, title } of found.changeRequests) console.log(`#${id} (${title})`);
  return false;
}
