import { copyDemo, noDemoTraffic } from './copyDemo.ts';
import { startProduct, type Product } from './product.ts';

/**
 * Starts the demo network as its own processes, as seeded and without generated traffic: for tests in which players and
 * ad serving must not block each other.
 */
export async function startDemoProcess(): Promise<Product> {
  const { port, database, dataDir } = await copyDemo();
  const settings = { ...noDemoTraffic, DEMO_PORT: port, DATABASE_URL: database.url };
  const product = await startProduct('demo', settings, dataDir);
  const stop = async () => {
    await product.stop();
    await database.close();
  };
  return { ...product, stop };
}
