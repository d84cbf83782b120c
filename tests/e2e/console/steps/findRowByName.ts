import type { TestClient } from '../../apiClient.ts';

interface Row {
  id: number;
  name: string;
  status: number;
}

/** A row of a list of the API, whatever its status. */
export async function findRowByName(client: TestClient, path: string, name: string): Promise<Row> {
  const { body } = await client.call<{ rows: Row[] }>('GET', `${path}?status=0,1,2&q=${encodeURIComponent(name)}`);
  const row = body.rows.find((each) => each.name === name);
  if (!row) throw new Error(`${path} has no ${name}`);
  return row;
}
