/** Something about a tag or its answer that costs ads, money or counts. */
export interface VastFinding {
  /** error = players fail or count wrongly; warning = some do. */
  severity: 'error' | 'warning';
  /** Name of the rule, stable. */
  rule: string;
  /** What is wrong and why it matters, in one sentence. */
  message: string;
  /** The URL or text that it is about. */
  subject?: string;
}

/** Where the ad is meant to play, as far as rules differ by it. */
export interface CheckSetting {
  isTv: boolean;
  /** Whether scripts of an ad can run: on pages, not in apps and on TVs. */
  canRunScripts: boolean;
  /** Whether the player is on an https page, or in an app that calls https alone. */
  isSecure: boolean;
}
