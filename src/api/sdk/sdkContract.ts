/** Sums of an app over a day. */
export interface AppFigures {
  reqs: number;
  imps: number;
  errors: number;
}

/** A version of an app's settings, without them. */
export interface AppVersion {
  id: number;
  name: string;
  status: number;
  /** Rollout, 0 to 100. */
  percent: number;
  publishedAt: string | null;
  /** Whether it switches the SDK off, and releases before which it does; '' = none. */
  forceOff: boolean;
  minSupportedSdk: string;
}

/** How an app that carries the SDK does. */
export interface AppHealth {
  id: number;
  name: string;
  platform: string;
  status: number;
  /** Placements that apps are told of, and all that are not archived. */
  placements: { active: number; all: number };
  /** Versions that are not archived. */
  versions: AppVersion[];
  /** What was counted under the app's bundle in the last 24 hours, and in the 24 before. */
  now: AppFigures;
  before: AppFigures;
}

/** Answer of GET /api/sdk/health: the apps that are not archived, by name. */
export interface SdkHealth {
  apps: AppHealth[];
}
