import { openClickHouse } from '#storage/clickhouse.ts';
import { eventually } from '../../e2e/apiClient.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { buildOneTagConfiguration } from '../../system/product/oneTagConfiguration.ts';
import { readCounted, readCountedFrom, type Counted } from '../readCounted.ts';
import { startServers, type Servers } from './startServers.ts';

/** The product on one machine, and an account whose channel always has an ad. */
export interface Installation {
  product: Pick<Product, 'consoleUrl' | 'adsUrl'>;
  channelUid: string;
  /** Ad requests that were sent until the configuration was served. */
  firstRequests: number;
  credentials: { login: string; password: string };
  /** The counted traffic by account. Stops the product if its stores are embedded. */
  readAccounts(): Promise<Map<number, Counted>>;
  close(): Promise<void>;
}

/** Of the admin and of the account’s user. */
export const faultsPassword = 'correct horse battery';
/** A cap that no viewer reaches. Ad servers exchange counts for it. */
const impressionsPerViewer = 1000;

/** Starts it, with embedded stores unless the settings name others, in `folder` if one is given. */
export async function startInstallation(
  settings: Record<string, string> = {},
  folder?: string,
): Promise<Installation & { product: Product }> {
  const product = await startProduct('start', { ADMIN_PASSWORD: faultsPassword, ...settings }, folder);
  try {
    const configured = await configureInstallation(product);
    const readAccounts = async () => {
      await product.halt();
      return readCounted(product.dataDir);
    };
    return { product, ...configured, readAccounts, close: () => product.stop() };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

/** Starts it with servers of its own. */
export async function startInstallationWithServers(
  settings: Record<string, string> = {},
  folder?: string,
): Promise<Installation & { product: Product; servers: Servers }> {
  const servers = await startServers();
  try {
    const { postgres, clickhouse, redis } = servers;
    const urls = { DATABASE_URL: postgres.url, CLICKHOUSE_URL: clickhouse.url, REDIS_URL: redis.url };
    const installation = await startInstallation({ ...urls, ...settings }, folder);
    const facts = openClickHouse(clickhouse.url);
    return {
      ...installation,
      servers,
      readAccounts: () => readCountedFrom(facts),
      async close() {
        await facts.close();
        await installation.close();
        await servers.close();
      },
    };
  } catch (error) {
    await servers.close();
    throw error;
  }
}

/** Creates the account in a product that only has its admin, and waits until its channel has an ad. */
export async function configureInstallation(
  product: Pick<Product, 'consoleUrl' | 'adsUrl'>,
): Promise<Pick<Installation, 'channelUid' | 'firstRequests' | 'credentials'>> {
  const { channel, demand, tagId } = await buildOneTagConfiguration(product, faultsPassword, { name: 'Faults' });
  const capped = await demand.call('PATCH', `/api/demand/tags/${tagId}`, { freqImps: impressionsPerViewer });
  if (capped.status !== 200) throw new Error(JSON.stringify(capped));
  let firstRequests = 0;
  let servedInARow = 0;
  // Each process must have the configuration.
  await eventually(
    async () => {
      firstRequests += 1;
      const markup = await (await fetch(`${product.adsUrl}/vast/${channel.uid}`)).text();
      servedInARow = markup.includes('<Impression') ? servedInARow + 1 : 0;
      return servedInARow;
    },
    (inARow) => inARow >= 6,
  );
  return { channelUid: channel.uid, firstRequests, credentials: { login: 'ops', password: faultsPassword } };
}
