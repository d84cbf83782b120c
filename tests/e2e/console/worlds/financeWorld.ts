import type { FinanceMonth } from '#api/finance/monthContract.ts';
import { addMonths, monthAt } from '#model/finance/index.ts';
import type { AdexchangeRow, ChannelRow, SupplierRow, TagRow } from '#model/index.ts';
import { eventually, signInAs, type TestClient } from '../../apiClient.ts';
import { addPastSales } from '../../pastTraffic.ts';
import { demoPassword } from '../../signInContext.ts';
import type { InProcessProduct } from '../../startProductInProcess.ts';

/** The last complete month of the demo account, in which impressions were sold. */
export interface FinanceWorld {
  /** As the super admin. */
  client: TestClient;
  accountId: number;
  /** YYYY-MM; not closed yet. */
  month: string;
  /** The buyer of impressions that were not sold through tags, and their supplier. */
  adexchange: AdexchangeRow;
  supplier: SupplierRow;
}

/** Sells impressions through each of eight tags, and to one ad exchange, and waits until the month includes them. */
export async function openFinanceWorld(product: InProcessProduct, impressions: number): Promise<FinanceWorld> {
  const client = await signInAs(product.consoleUrl, 'admin', demoPassword);
  const demand = await signInAs(product.consoleUrl, 'demand', demoPassword);
  const month = addMonths(monthAt(Date.now()), -1);
  const rowsOf = async <T>(path: string) => (await demand.call<{ rows: T[] }>('GET', path)).body.rows;
  const tags = await rowsOf<TagRow>('/api/demand/tags?size=8');
  const channels = await rowsOf<ChannelRow>('/api/demand/channels?size=100');
  const channel = channels.find(({ subpublisherId }) => subpublisherId !== null)!;
  const [supplier] = await rowsOf<SupplierRow>('/api/demand/sups?size=1');
  const [adexchange] = await rowsOf<AdexchangeRow>('/api/demand/adexchanges?size=1');
  const account = await client.call<{ rows: { id: number }[] }>('GET', '/api/demands?q=Demo%20Media');
  const accountId = account.body.rows[0]?.id;
  if (!supplier || !adexchange || accountId === undefined) throw new Error('the demo network is not what it was');

  const noon = Date.parse(`${month}-15T12:00:00Z`);
  const times = Array.from({ length: impressions }, (_, index) => noon + index * 1000);
  await addPastSales(product, [
    ...tags.flatMap((tag) => times.map((at) => ({ channel, tag, at }))),
    ...times.map((at) => ({ supplier, adexchange, at })),
  ]);
  const sold = (tags.length + 1) * impressions * 0.25;
  await eventually(
    () => client.call<FinanceMonth>('GET', `/api/finance/months/${month}`),
    (answer) => answer.body.rows.some(({ statement }) => Number(statement.rev) === sold),
  );
  return { client, accountId, month, adexchange, supplier };
}
