import { fetchText, HttpError } from './fetchText.ts';
import { createBidRequester } from './display/createBidRequester.ts';
import { createDisplay } from './display/createDisplay.ts';
import { createEmitter, type Listener } from './emitter.ts';
import { isLogged, writeLog } from './log.ts';
import { openSlot, type FormatHandler } from './openSlot.ts';
import { findConsentApi, hasGpc, readPage } from './readPage.ts';
import { resolveSlotConfig, type SlotConfigInputs } from './resolveSlotConfig.ts';
import { createConsentReader } from './readConsent.ts';
import { defaultConfig, readSdkConfig } from './readSdkConfig.ts';
import type { SlotRuntime } from './slotRuntime.ts';
import type {
  AdEvent,
  AdEventName,
  DisplayOptions,
  InitOptions,
  InstreamOptions,
  OutstreamOptions,
  Slot,
  SlotOptions,
} from './types.ts';
import { version } from './version.ts';
import { defaultLabels } from './video/labels.ts';
import { instream } from './video/instream.ts';
import { outstream } from './video/outstream.ts';

/** The API of the page. No method throws. */
export interface Bidhouse {
  version: string;
  /** Sets the app and the options of all slots. */
  init(options: InitOptions): void;
  /** Opens a placement in the format that the app's settings give it. */
  show(options: SlotOptions): Slot;
  display(options: DisplayOptions): Slot;
  outstream(options: OutstreamOptions): Slot;
  instream(options: InstreamOptions): Slot;
  on(name: AdEventName, listener: Listener): void;
  off(name: AdEventName, listener: Listener): void;
}

/** Where the script was loaded from. */
export interface ScriptOrigin {
  /** Base URL of the ad server. */
  base: string;
  /** Whether the page has a strict content security policy. */
  isStrict: boolean;
}

const configTimeoutMs = 3000;
const consentTimeoutMs = 1000;

/** Creates the API of the page. */
export function openBidhouse({ base, isStrict }: ScriptOrigin): Bidhouse {
  const emitter = createEmitter();
  const readConsent = createConsentReader(findConsentApi);
  const slots = new WeakMap<Element, { slot: Slot; number: number }>();
  let init: InitOptions = {};
  let loading: Promise<Pick<SlotConfigInputs, 'config' | 'fault'>> | null = null;
  let { logLevel } = defaultConfig;
  let loadedApp = '';
  let count = 0;

  const settings = async () => loading ?? { config: defaultConfig, fault: null };
  const runtime: SlotRuntime = {
    page: readPage,
    async slotConfig(format, options) {
      const loaded = await settings();
      ({ logLevel } = loaded.config);
      return resolveSlotConfig({ base, init, ...loaded }, format, options);
    },
    privacy: async ({ privacyDefaults }) => ({
      ...privacyDefaults,
      ...(hasGpc() ? { gpc: '1' } : {}),
      ...(await readConsent(init.consentTimeoutMs ?? consentTimeoutMs)),
    }),
    labels: () => ({ ...defaultLabels, ...init.labels }),
    usesHostedFrames: () => init.hostedFrames ?? isStrict,
    emit(event) {
      log(event);
      emitter.emit(event);
    },
    nextSlotNumber: () => (count += 1),
    claimTarget(target, slot, number) {
      const current = slots.get(target);
      if (current && current.number > number) return slot.destroy();
      current?.slot.destroy();
      slots.set(target, { slot, number });
    },
  };
  const log = ({ type, slot, channel, placement, code }: AdEvent) => {
    const level = type === 'error' ? 'warn' : 'debug';
    if (isLogged(level, logLevel)) writeLog(level, `${slot} ${placement || channel} ${type} ${code ?? ''}`.trim());
  };

  const display = createDisplay(createBidRequester());
  const formats: Record<string, FormatHandler> = { display, outstream, instream };
  const slotOpener = (format: FormatHandler) => (options: SlotOptions) =>
    openSlot(runtime, { ...options }, () => format);

  return {
    version,
    init(options) {
      const { app } = (init = { ...init, ...options });
      if (app && app !== loadedApp) loading = loadConfig(init.ads ?? base, (loadedApp = app));
    },
    show(options) {
      const slotOptions = { ...options };
      return openSlot(runtime, slotOptions, async () => {
        const { config } = await settings();
        const placement = config.placements.get(slotOptions.placement ?? '');
        // An unknown placement opens as display: `resolveSlotConfig` then reports why it has no config.
        return formats[placement?.format ?? 'display'] ?? null;
      });
    },
    display: slotOpener(display),
    outstream: slotOpener(outstream),
    instream: slotOpener(instream),
    on: (name, listener) => emitter.on(name, listener),
    off: (name, listener) => emitter.off(name, listener),
  };
}

async function loadConfig(base: string, app: string): Promise<Pick<SlotConfigInputs, 'config' | 'fault'>> {
  const url = `${base}/sdk/v1/config?key=${encodeURIComponent(app)}&sdk=${version}`;
  try {
    return { config: readSdkConfig(await fetchText(url, { timeoutMs: configTimeoutMs })), fault: null };
  } catch (error) {
    const isUnknown = error instanceof HttpError && error.status === 404;
    return { config: defaultConfig, fault: isUnknown ? 'unknown_key' : 'config_failed' };
  }
}
