import type { Placement, SdkConfig } from './sdkConfig.ts';
import type { FaultCode, Format, InitOptions, SlotOptions, RequestParams } from './types.ts';

/** What is known of the page's app and of its own words when a slot asks. */
export interface Settings {
  /** Base URL of the ad server that the script came from. */
  base: string;
  init: InitOptions;
  config: SdkConfig;
  /** Why there are no settings of the app; null where none are wanted or they are there. */
  fault: 'unknown_key' | 'config_failed' | null;
}

/** Where and how a slot asks for ads. */
export interface SlotConfig {
  base: string;
  channel: string;
  /** Of the placement, in pixels. */
  width: number | null;
  height: number | null;
  refreshS: number;
  timeoutMs: number;
  /** What the page says, and what the app's settings say of privacy where nobody else does. */
  params: RequestParams;
  privacyDefaults: RequestParams;
  shouldFireTrackers: boolean;
}

/** A place, or why there is none. */
export type SlotConfigResult = { ok: true; slotConfig: SlotConfig } | { ok: false; code: FaultCode };

const defaultTimeoutMs: Record<Format, number> = { display: 2000, outstream: 5000, instream: 5000 };

/** Where a slot asks: what its page says goes before what its placement says. */
export function resolveSlotConfig(
  { base, init, config, fault }: Settings,
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

/** Parameters as texts; what is empty or neither text nor number is left out. */
function paramsOf(params: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(params ?? {})) {
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') texts[name] = String(value);
  }
  return texts;
}
