import { loadChunk } from './errors/chunkReload.ts';

/** Opens the market report in a new tab. Loads the reports only when needed, not with the frame of every page. */
export async function openMarketReport(): Promise<void> {
  const marketplace = await loadChunk(() => import('../marketplace/marketplaceReport.ts'));
  marketplace.openMarketplaceReport();
}
