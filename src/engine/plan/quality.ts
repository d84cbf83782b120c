import type { CandidateReason, ChannelRow } from '#model/index.ts';

/** What a channel asks of the ads that it shows. */
export interface Quality {
  /** Seconds; null = any. */
  minDuration: number | null;
  maxDuration: number | null;
  /** Domains in lower case: subdomains are blocked with them. */
  adomains: readonly string[];
  /** Ids of IAB categories: subcategories are blocked with them. */
  categories: readonly string[];
}

/** What is known of an ad that was answered. */
export interface QualityFacts {
  /** 0 when it does not tell. */
  durationS: number;
  adomains: readonly string[];
  /** Ids of IAB categories. */
  categories: readonly string[];
}

/** What a channel asks of its ads; null when anything will do. */
export function qualityOf(
  channel: Pick<ChannelRow, 'minDuration' | 'maxDuration' | 'blockedAdomains' | 'blockedCategories'>,
): Quality | null {
  const { minDuration, maxDuration, blockedCategories: categories } = channel;
  const adomains = channel.blockedAdomains.map((domain) => domain.toLowerCase());
  const isNothing = minDuration === null && maxDuration === null && adomains.length === 0 && categories.length === 0;
  return isNothing ? null : { minDuration, maxDuration, adomains, categories };
}

/** Why an ad is not good enough; null when it is. What an ad does not tell is not held against it. */
export function refusedQuality(
  quality: Quality,
  ad: QualityFacts,
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

/** Whether a name is another one or lies under it. */
export function isWithin(name: string, parent: string, separator: string): boolean {
  return name === parent || name.endsWith(separator + parent);
}
