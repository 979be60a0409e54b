import { createClient } from '@forewarn/client';

export async function mayArchive(url: string, key: string, feature: string): Promise<boolean> {
  const client = createClient({ url, key });
  const asked = await client.getProjectImpact('shop', [{ feature, intent: 'archive' }]);
  if (asked.outcome !== 'done') throw new Error(asked.failure.message);
  const found = asked.value.impacts.flatMap(({ changeRequests }) => changeRequests);
  for (const { id, title } of found) console.log(`#${id} (${title})`);
  return asked.value.impacts.every(({ outcome }) => outcome === 'none');
}
