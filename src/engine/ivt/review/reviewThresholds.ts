/**
 * Version of the rules below. A day is reviewed once with each version; a later one only adds to what the earlier found.
 */
export const reviewRulesVersion = 1;

/** The thresholds of the nightly review: beyond what one viewer, a household or a shared address can do. */
export const reviewThresholds = {
  /** Clicks of one source: this many in one minute, or in one hour. */
  clicksPerMinute: 10,
  clicksPerHour: 40,
  /** Multiple of the clicks that the impressions of an address with one user agent would bring from others. */
  clickMultiple: 5,
  /** Impressions of one device in a minute: more video or audio ads than can play, more display ads than pages show. */
  videoPerMinute: 10,
  displayPerMinute: 60,
  /** Minutes of an hour in which a source exceeds its rate. */
  busyMinutes: 10,
  /** Different user agents behind an address in an hour, up to which it is that of a household. */
  householdAgents: 8,
  /** Of one device in an hour. */
  places: 100,
  agents: 20,
  networks: 30,
  /** Of one address on one day: clicks, impressions, clicks per impression, and multiple of the clicks from others. */
  addressClicks: 20,
  addressImps: 20,
  addressClickRate: 0.2,
  addressClickMultiple: 20,
  /** Impressions of others in the same channels, without which nothing can be compared. */
  peerImps: 1000,
} as const;
