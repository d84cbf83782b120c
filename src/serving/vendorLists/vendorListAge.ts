import type { VendorList } from '#standards/privacy/vendorList.ts';

const dayMs = 86_400_000;

/** Days after which a version of the Global Vendor List is old: a newer one is published nearly every week. */
export const vendorListMaxDays = 30;

/** Since when (ISO 8601) a version that was published at a time is old; null = it is not, or does not say when it was. */
export function vendorListOldSince(publishedAt: VendorList['publishedAt'], now: Date): string | null {
  if (publishedAt === null) return null;
  const oldAt = Date.parse(publishedAt) + vendorListMaxDays * dayMs;
  return oldAt < now.getTime() ? new Date(oldAt).toISOString() : null;
}
