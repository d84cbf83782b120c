import type { PostbidStore } from '#storage/entities/postbidStore.ts';
import type { PlatformConfigStore } from '#storage/platformConfig.ts';
import type { Facts } from '../reports/runReport.ts';
import { monthOf, scannedOfMonth } from './scannedOfMonth.ts';

interface PostbidDeps {
  postbid: PostbidStore;
  platform: Pick<PlatformConfigStore, 'read'>;
  facts: Facts;
  now: () => Date;
}

/**
 * Compares the impressions that were measured in the month with what the platform allows, once: when they are used up,
 * nothing is measured until the next month. Whether anything was published.
 */
export async function measurePostbid({ postbid, platform, facts, now }: PostbidDeps): Promise<boolean> {
  const { postbidMaxImps: most } = await platform.read();
  const isUsedUp = most > 0 && (await scannedOfMonth(facts, now())) >= most;
  return postbid.setRest(isUsedUp ? monthOf(now()).end.toISOString() : null);
}
