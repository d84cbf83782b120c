import type { TestClient } from '../../apiClient.ts';

/** Number of advertisers of an account with this name. */
export async function countAdvertisers(client: TestClient, name: string): Promise<number> {
  const { body } = await client.call<{ total: number }>('GET', `/api/demand/advs?q=${encodeURIComponent(name)}`);
  return body.total;
}
