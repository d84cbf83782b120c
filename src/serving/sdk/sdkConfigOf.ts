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

/** An SDK's request for its configuration. */
export interface SdkConfigRequest {
  key: string;
  /** Release of the SDK; empty = not declared. */
  sdk: string;
  /** Device or install ID; empty = not declared. */
  device: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A placement as an SDK receives it. */
export interface SdkPlacementConfig {
  id: string;
  name: string;
  format: SdkPlacementRow['format'];
  /** URL for ad requests: a VAST tag without its parameters. */
  channelUrl: string;
  /** In pixels; null = full screen. */
  width: number | null;
  height: number | null;
  /** Seconds; 0 = only when the app requests an ad. */
  refreshS: number;
  timeoutMs: number;
}

/** The response to an SDK: its settings and placements, or the order to stay off. */
export type SdkConfigResponse =
  | { forceOff: true; reason: 'app_inactive' }
  | {
      forceOff: boolean;
      reason?: 'config' | 'sdk_unsupported';
      /** Name of the version; null = none is published, and the defaults apply. */
      version: string | null;
      isTestDevice: boolean;
      config: Omit<SdkSettings, 'testDevices'>;
      placements: SdkPlacementConfig[];
    };

/** Builds the response to an SDK. Returns null for a key that no app has. */
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
          return [placementConfigOf(placement, `${base}/vast/${channel.uid}`)];
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
 * The latest published version that covers a device: as a test device, or within its percentage. The hash includes the
 * version's ID, so that not always the same devices come first; raising the percentage still covers all devices
 * covered before.
 */
function versionFor(versions: readonly SdkConfigRow[], device: string): SdkConfigRow | undefined {
  const published = versions
    .filter(({ status, publishedAt }) => status === 1 && publishedAt !== null)
    .toSorted((a, b) => Date.parse(b.publishedAt ?? '') - Date.parse(a.publishedAt ?? '') || b.id - a.id);
  return published.find(({ id, percent, content }) => {
    if (percent === 100) return true;
    // A request without a device ID gets only versions for all devices.
    return device !== '' && (isAmong(content.testDevices, device) || hashToUnit(`${id}:${device}`) * 100 < percent);
  });
}

/** Device IDs are compared without regard to case. */
function isAmong(testDevices: readonly string[], device: string): boolean {
  return testDevices.some((id) => id.toLowerCase() === device.toLowerCase());
}

function placementConfigOf(placement: SdkPlacementRow, channelUrl: string): SdkPlacementConfig {
  const { uid: id, name, format, width, height, timeoutMs } = placement;
  const refreshS = refreshedFormats.includes(format) ? placement.refreshS : 0;
  return { id, name, format, channelUrl, width, height, refreshS, timeoutMs };
}
