import type { TestClient } from '../../apiClient.ts';

let count = 0;

/** Creates a targeting with a unique name that begins with this one. */
export async function createTargeting(
  client: TestClient,
  { name, ...values }: { name: string } & Record<string, unknown>,
): Promise<{ id: number; name: string }> {
  const uniqueName = `${name} ${(count += 1)}`;
  const answer = await client.call<{ id: number }>('POST', '/api/demand/targetings', { name: uniqueName, ...values });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { id: answer.body.id, name: uniqueName };
}
