import type { VerificationPauseStore } from '#storage/entities/verificationPauseStore.ts';
import type { PlatformConfigStore } from '#storage/platformConfig.ts';
import type { FactReader } from '../reports/runReport.ts';
import { monthOf, measuredOfMonth } from './measuredOfMonth.ts';

interface VerificationDeps {
  verification: VerificationPauseStore;
  platform: Pick<PlatformConfigStore, 'read'>;
  facts: FactReader;
  now: () => Date;
}

/**
 * Compares the impressions measured in the month with the platform's limit, once: when it is reached, measuring pauses
 * until the next month. Returns whether anything was published.
 */
export async function enforceVerificationLimit({
  verification,
  platform,
  facts,
  now,
}: VerificationDeps): Promise<boolean> {
  const { postbidMaxImps: maxImps } = await platform.read();
  const isUsedUp = maxImps > 0 && (await measuredOfMonth(facts, now())) >= maxImps;
  return verification.setPausedUntil(isUsedUp ? monthOf(now()).end.toISOString() : null);
}
