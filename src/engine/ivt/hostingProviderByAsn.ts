/**
 * Autonomous systems of hosting providers, from which no viewers come. Networks with traffic of viewers
 * (Google's own, Cloudflare, Akamai, Apple's relays, access providers of hosts) are not listed.
 */
const asnsByHostingProvider: Readonly<Record<string, readonly number[]>> = {
  'Amazon Web Services': [7224, 8987, 14618, 16509],
  'Google Cloud': [396982],
  'Microsoft Azure': [8068, 8069, 8075, 12076],
  OVH: [16276],
  Hetzner: [24940, 212317, 213230],
  DigitalOcean: [14061, 62567, 200130, 393406],
  Linode: [48337, 63949],
  Vultr: [20473],
  'Oracle Cloud': [31898],
  Alibaba: [37963, 45102, 45103, 134963],
  Tencent: [45090, 132203, 132591, 133478],
  Leaseweb: [
    7203, 16265, 19148, 27411, 28753, 30633, 38930, 59253, 60781, 133752, 136988, 205544, 394380, 395954, 396190,
    396362,
  ],
  Contabo: [40021, 51167, 141995],
};

/** The hosting provider of an autonomous system; access providers and all others are not in the map. */
export const hostingProviderByAsn: ReadonlyMap<number, string> = new Map(
  Object.entries(asnsByHostingProvider).flatMap(([host, systems]) => systems.map((system) => [system, host] as const)),
);
