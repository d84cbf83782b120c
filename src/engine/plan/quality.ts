import type { CandidateReason, ChannelRow } from '#model/index.ts';

/** The quality rules of a channel or buyer for ads. */
export interface Quality {
  /** Seconds; null = any. */
  minDuration: number | null;
  maxDuration: number | null;
  /** Blocked advertiser domains, lower case, including their subdomains. */
  adomains: readonly string[];
  /** Blocked IAB categories, including their subcategories. */
  categories: readonly string[];
}

/** The properties of a returned ad that quality rules check. */
export interface QualityInput {
  /** Seconds; 0 = unknown. */
  durationS: number;
  adomains: readonly string[];
  /** IAB category IDs. */
  categories: readonly string[];
}

/** The quality rules of a channel; null when it has none. */
export function qualityOf(
  channel: Pick<ChannelRow, 'minDuration' | 'maxDuration' | 'blockedAdomains' | 'blockedCategories'>,
): Quality | null {
  const { minDuration, maxDuration, blockedCategories: categories } = channel;
  const adomains = channel.blockedAdomains.map((domain) => domain.toLowerCase());
  const isNothing = minDuration === null && maxDuration === null && adomains.length === 0 && categories.length === 0;
  return isNothing ? null : { minDuration, maxDuration, adomains, categories };
}

/** The reason why an ad violates quality rules; null when it does not. Unknown properties do not count against it. */
export function qualityReason(
  quality: Quality,
  ad: QualityInput,
): Extract<CandidateReason, 'duration' | 'adomain_blocked' | 'category_blocked'> | null {
  const { minDuration, maxDuration } = quality;
  if (ad.durationS > 0) {
    if (minDuration !== null && ad.durationS < minDuration) return 'duration';
    if (maxDuration !== null && ad.durationS > maxDuration) return 'duration';
  }
  if (ad.adomains.some((domain) => quality.adomains.some((blocked) => isWithin(domain, blocked, '.')))) {
    return 'adomain_blocked';
  }
  if (
    ad.categories.some((id) => quality.categories.some((blocked) => id === blocked || id.startsWith(`${blocked}-`)))
  ) {
    return 'category_blocked';
  }
  return null;
}

/** Whether a name equals another one or is below it. */
export function isWithin(name: string, parent: string, separator: string): boolean {
  return name === parent || name.endsWith(separator + parent);
}
