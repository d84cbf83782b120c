import { hashToUnit } from '#engine/hashToUnit.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import {
  compareSdkVersions,
  defaultSdkSettings,
  refreshedFormats,
  type SdkAppRow,
  type SdkConfigRow,
  type SdkPlacementRow,
  type SdkSettings,
} from '#model/index.ts';

/** What an SDK asks for its configuration with. */
export interface SdkConfigRequest {
  key: string;
  /** Release of the SDK; empty = not told. */
  sdk: string;
  /** Device or install id; empty = not told. */
  device: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A place for ads as an SDK gets it. */
export interface SdkPlacementResponse {
  id: string;
  name: string;
  format: SdkPlacementRow['format'];
  /** Where to ask for an ad: a VAST tag without its parameters. */
  channelUrl: string;
  /** In pixels; null = the whole screen. */
  width: number | null;
  height: number | null;
  /** Seconds; 0 = only when the app asks. */
  refreshS: number;
  timeoutMs: number;
}

/** What an SDK gets: its settings and placements, or the word that it is to do nothing. */
export type SdkConfigResponse =
  | { forceOff: true; reason: 'app_inactive' }
  | {
      forceOff: boolean;
      reason?: 'config' | 'sdk_unsupported';
      /** Name of the version; null = none is published, the defaults hold. */
      version: string | null;
      isTestDevice: boolean;
      config: Omit<SdkSettings, 'testDevices'>;
      placements: SdkPlacementResponse[];
    };

/** The answer to an SDK; null for a key that no app has. */
export function sdkConfigOf(
  snapshot: Snapshot,
  configRequest: SdkConfigRequest,
  adsUrl: string,
): SdkConfigResponse | null {
  const { rows, sdk: index } = snapshot;
  const app = rows.sdkApp.get(index.appByKey.get(configRequest.key) ?? 0);
  if (!app || !isKeyValid(app, configRequest)) return null;
  const account = rows.demand.get(app.demandId ?? 0);
  if (app.status !== 1 || account?.status !== 1) return { forceOff: true, reason: 'app_inactive' };
  const versions = rowsOf(rows.sdkConfig, index.configsOfApp.get(app.id));
  const configVersion = versionFor(versions, configRequest.device);
  const { testDevices, ...config } = configVersion?.content ?? defaultSdkSettings;
  const isTooOld =
    config.minSupportedSdk !== '' &&
    configRequest.sdk !== '' &&
    compareSdkVersions(configRequest.sdk, config.minSupportedSdk) < 0;
  const isOff = config.forceOff || isTooOld;
  const base = account.domain ? `https://${account.domain}` : adsUrl;
  return {
    forceOff: isOff,
    ...(isOff ? { reason: config.forceOff ? 'config' : 'sdk_unsupported' } : {}),
    version: configVersion?.name ?? null,
    isTestDevice: isAmong(testDevices, configRequest.device),
    config,
    placements: isOff
      ? []
      : rowsOf(rows.sdkPlacement, index.placementsOfApp.get(app.id)).flatMap((placement) => {
          const channel = rows.channel.get(placement.channelId);
          if (placement.status !== 1 || channel?.status !== 1) return [];
          return [placementResponseOf(placement, `${base}/vast/${channel.uid}`)];
        }),
  };
}

function isKeyValid(app: SdkAppRow, { key, now }: SdkConfigRequest): boolean {
  return app.uid === key || (app.previousUidEndsAt !== null && now < Date.parse(app.previousUidEndsAt));
}

function rowsOf<Row>(rows: ReadonlyMap<number, Row>, ids: ReadonlySet<number> | undefined): Row[] {
  return [...(ids ?? [])].flatMap((id) => rows.get(id) ?? []);
}

/**
 * The version published last that covers a device: a test device of it, or one of its part. Each version draws its own
 * lots, so that it is not always the same devices that are first; a larger part holds the smaller one.
 */
function versionFor(versions: readonly SdkConfigRow[], device: string): SdkConfigRow | undefined {
  const published = versions
    .filter(({ status, publishedAt }) => status === 1 && publishedAt !== null)
    .toSorted((a, b) => Date.parse(b.publishedAt ?? '') - Date.parse(a.publishedAt ?? '') || b.id - a.id);
  return published.find(({ id, percent, content }) => {
    if (percent === 100) return true;
    // Whoever does not say which device it is gets what is for all.
    return device !== '' && (isAmong(content.testDevices, device) || hashToUnit(`${id}:${device}`) * 100 < percent);
  });
}

/** Ids of devices are written in either case. */
function isAmong(testDevices: readonly string[], device: string): boolean {
  return testDevices.some((id) => id.toLowerCase() === device.toLowerCase());
}

function placementResponseOf(placement: SdkPlacementRow, channelUrl: string): SdkPlacementResponse {
  const { uid: id, name, format, width, height, timeoutMs } = placement;
  const refreshS = refreshedFormats.includes(format) ? placement.refreshS : 0;
  return { id, name, format, channelUrl, width, height, refreshS, timeoutMs };
}
