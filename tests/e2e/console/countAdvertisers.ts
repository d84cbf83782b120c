import type { TestClient } from '../apiClient.ts';

/** How many advertisers of an account have a name. */
export async function countAdvertisers(client: TestClient, name: string): Promise<number> {
  const { body } = await client.call<{ total: number }>('GET', `/api/demand/advs?q=${encodeURIComponent(name)}`);
  return body.total;
}
