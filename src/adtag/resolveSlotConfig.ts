import type { Placement, SdkConfig } from './readSdkConfig.ts';
import type { FaultCode, Format, InitOptions, SlotOptions, RequestParams } from './types.ts';

/** The settings that a slot's config is resolved from. */
export interface SlotConfigInputs {
  /** Base URL of the ad server that the script came from. */
  base: string;
  init: InitOptions;
  config: SdkConfig;
  /** Why the app's settings are missing; null when they are loaded or none are needed. */
  fault: 'unknown_key' | 'config_failed' | null;
}

/** Where and how a slot requests ads. */
export interface SlotConfig {
  base: string;
  channel: string;
  /** Size of the placement in pixels; null when not set. */
  width: number | null;
  height: number | null;
  refreshS: number;
  timeoutMs: number;
  /** The page's parameters: those of `init`, overridden by the slot's own. */
  params: RequestParams;
  /** Privacy flags of the app's settings, used where neither a consent platform nor the page declares any. */
  privacyDefaults: RequestParams;
  shouldFireTrackers: boolean;
}

export type SlotConfigResult = { ok: true; slotConfig: SlotConfig } | { ok: false; code: FaultCode };

const defaultTimeoutMs: Record<Format, number> = { display: 2000, outstream: 5000, instream: 5000 };

/** Resolves where a slot requests ads. The page's options override its placement. Fails with the code of the reason. */
export function resolveSlotConfig(
  { base, init, config, fault }: SlotConfigInputs,
  format: Format,
  options: SlotOptions,
): SlotConfigResult {
  if (config.isOff || !config.shouldRequestAds) return { ok: false, code: 'off' };
  const { placement: name, channel } = options;
  let placement: Placement | undefined;
  if (name !== undefined) {
    if (fault) return { ok: false, code: fault };
    placement = config.placements.get(name);
    if (!placement) return { ok: false, code: 'unknown_placement' };
  }
  const uid = channel ?? placement?.channel ?? '';
  if (uid === '') return { ok: false, code: 'no_channel' };
  return {
    ok: true,
    slotConfig: {
      base: options.ads ?? placement?.base ?? init.ads ?? base,
      channel: uid,
      width: placement?.width ?? null,
      height: placement?.height ?? null,
      refreshS: nonNegative(options.refresh) ?? placement?.refreshS ?? 0,
      timeoutMs: nonNegative(options.timeoutMs) ?? placement?.timeoutMs ?? defaultTimeoutMs[format],
      params: { ...paramsOf(init.params), ...paramsOf(options.params) },
      privacyDefaults: config.privacy,
      shouldFireTrackers: config.shouldFireTrackers,
    },
  };
}

function nonNegative(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : undefined;
}

/** Parameters as strings. Drops empty values and those that are neither string nor number. */
function paramsOf(params: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(params ?? {})) {
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') texts[name] = String(value);
  }
  return texts;
}
