import { askText, HttpFault } from './askText.ts';
import { createBidAsker } from './display/askBids.ts';
import { createDisplay } from './display/createDisplay.ts';
import { createEmitter, type Listener } from './emitter.ts';
import { isLogged, writeLog } from './log.ts';
import { openSlot, type SlotFormat } from './openSlot.ts';
import { findConsentApi, readPage } from './pageFacts.ts';
import { placeOf, type Settings } from './placeOf.ts';
import { createConsentReader } from './readConsent.ts';
import { defaultConfig, readSdkConfig } from './sdkConfig.ts';
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

/** What a page calls. Nothing of it throws. */
export interface Bidhouse {
  version: string;
  /** Names the app and what holds for all slots. */
  init(options: InitOptions): void;
  /** Opens a placement in the format that the app's settings give it. */
  show(options: SlotOptions): Slot;
  display(options: DisplayOptions): Slot;
  outstream(options: OutstreamOptions): Slot;
  instream(options: InstreamOptions): Slot;
  on(name: AdEventName, listener: Listener): void;
  off(name: AdEventName, listener: Listener): void;
}

/** Where the script came from. */
export interface Origin {
  /** Base URL of the ad server. */
  base: string;
  /** Whether the page's policy for content is a strict one. */
  isStrict: boolean;
}

const configTimeoutMs = 3000;
const consentTimeoutMs = 1000;

/** Makes what a page calls. */
export function openBidhouse({ base, isStrict }: Origin): Bidhouse {
  const emitter = createEmitter();
  const readConsent = createConsentReader(findConsentApi);
  const slots = new WeakMap<Element, { slot: Slot; number: number }>();
  let init: InitOptions = {};
  let loading: Promise<Pick<Settings, 'config' | 'fault'>> | null = null;
  let { logLevel } = defaultConfig;
  let loadedApp = '';
  let count = 0;

  const settings = async () => loading ?? { config: defaultConfig, fault: null };
  const runtime: SlotRuntime = {
    page: readPage,
    async place(format, options) {
      const loaded = await settings();
      ({ logLevel } = loaded.config);
      return placeOf({ base, init, ...loaded }, format, options);
    },
    privacy: async ({ privacyDefaults }) => ({
      ...privacyDefaults,
      ...(await readConsent(init.consentTimeoutMs ?? consentTimeoutMs)),
    }),
    labels: () => ({ ...defaultLabels, ...init.labels }),
    hostsFrames: () => init.hostedFrames ?? isStrict,
    tell(event) {
      log(event);
      emitter.tell(event);
    },
    newNumber: () => (count += 1),
    claim(target, slot, number) {
      const known = slots.get(target);
      if (known && known.number > number) return slot.destroy();
      known?.slot.destroy();
      slots.set(target, { slot, number });
    },
  };
  const log = ({ type, slot, channel, placement, code }: AdEvent) => {
    const level = type === 'error' ? 'warn' : 'debug';
    if (isLogged(level, logLevel)) writeLog(level, `${slot} ${placement || channel} ${type} ${code ?? ''}`.trim());
  };

  const display = createDisplay(createBidAsker());
  const formats: Record<string, SlotFormat> = { display, outstream, instream };
  const opens = (format: SlotFormat) => (options: SlotOptions) => openSlot(runtime, { ...options }, () => format);

  return {
    version,
    init(options) {
      const { app } = (init = { ...init, ...options });
      if (app && app !== loadedApp) loading = loadConfig(init.ads ?? base, (loadedApp = app));
    },
    show(options) {
      const given = { ...options };
      return openSlot(runtime, given, async () => {
        const { config } = await settings();
        const planned = config.placements.get(given.placement ?? '');
        // Without a placement it is told why there is none.
        return formats[planned?.format ?? 'display'] ?? null;
      });
    },
    display: opens(display),
    outstream: opens(outstream),
    instream: opens(instream),
    on: (name, listener) => emitter.on(name, listener),
    off: (name, listener) => emitter.off(name, listener),
  };
}

async function loadConfig(base: string, app: string): Promise<Pick<Settings, 'config' | 'fault'>> {
  const url = `${base}/sdk/v1/config?key=${encodeURIComponent(app)}&sdk=${version}`;
  try {
    return { config: readSdkConfig(await askText(url, { timeoutMs: configTimeoutMs })), fault: null };
  } catch (error) {
    const isUnknown = error instanceof HttpFault && error.status === 404;
    return { config: defaultConfig, fault: isUnknown ? 'unknown_key' : 'config_failed' };
  }
}
