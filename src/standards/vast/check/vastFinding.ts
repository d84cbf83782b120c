/** A problem of a tag or its response that costs ads, money or counts. */
export interface VastFinding {
  /** error = players fail or count wrongly; warning = some do. */
  severity: 'error' | 'warning';
  /** Name of the rule, stable. */
  rule: string;
  /** The problem and its consequence, in one sentence. */
  message: string;
  /** The URL or text with the problem. */
  subject?: string;
}

/** The circumstances of playback, as far as rules depend on it. */
export interface Playback {
  isTv: boolean;
  /** Whether an ad's scripts can run: on web pages, but not in apps and on TVs. */
  canRunScripts: boolean;
  /** Whether the player is on an https page, or in an app that allows https only. */
  isSecure: boolean;
}
