import { logLevels, type LogLevel } from './log.ts';
import type { RequestParams } from './types.ts';

/** An ad placement of the app's settings. */
export interface Placement {
  /** Base URL of the ad server, and the UID of the channel. */
  base: string;
  channel: string;
  format: string;
  width: number | null;
  height: number | null;
  refreshS: number;
  timeoutMs: number;
}

/** The app's settings, as the SDK uses them. */
export interface SdkConfig {
  isOff: boolean;
  shouldRequestAds: boolean;
  shouldFireTrackers: boolean;
  logLevel: LogLevel;
  /** Privacy flags as tag parameters, used where the page declares none. */
  privacy: RequestParams;
  placements: ReadonlyMap<string, Placement>;
}

/** The settings of a page without an app. */
export const defaultConfig: SdkConfig = {
  isOff: false,
  shouldRequestAds: true,
  shouldFireTrackers: true,
  logLevel: 'warn',
  privacy: {},
  placements: new Map(),
};

interface SdkConfigResponse {
  forceOff?: boolean;
  config?: {
    logLevel?: string;
    endpoints?: { ads?: boolean; events?: boolean };
    privacy?: { gdpr?: boolean; ccpa?: boolean; coppa?: boolean };
  };
  placements?: {
    name: string;
    format: string;
    channelUrl: string;
    width: number | null;
    height: number | null;
    refreshS: number;
    timeoutMs: number;
  }[];
}

/** Parses the response of GET /sdk/v1/config. Throws when the text is not JSON. */
export function readSdkConfig(text: string): SdkConfig {
  const { forceOff = false, config = {}, placements = [] } = JSON.parse(text) as SdkConfigResponse;
  const { logLevel, endpoints = {}, privacy = {} } = config;
  return {
    isOff: forceOff,
    shouldRequestAds: endpoints.ads !== false,
    shouldFireTrackers: endpoints.events !== false,
    logLevel: logLevels.find((level) => level === logLevel) ?? defaultConfig.logLevel,
    privacy: {
      ...(privacy.gdpr ? { gdpr: '1' } : {}),
      // The law applies; notice and choice are unknown.
      ...(privacy.ccpa ? { us_privacy: '1N--' } : {}),
      ...(privacy.coppa ? { coppa: '1' } : {}),
    },
    placements: new Map(
      placements.flatMap(({ name, channelUrl, ...rest }) => {
        const found = /^(.*)\/vast\/([^/?]+)$/.exec(channelUrl);
        return found ? [[name, { ...rest, base: found[1] ?? '', channel: found[2] ?? '' }] as const] : [];
      }),
    ),
  };
}
