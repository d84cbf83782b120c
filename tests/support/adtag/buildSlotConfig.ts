import type { PageSignals } from '#adtag/readPage.ts';
import type { SlotConfig } from '#adtag/resolveSlotConfig.ts';

/** A slot for tests. */
export function buildSlotConfig(overrides: Partial<SlotConfig> = {}): SlotConfig {
  return {
    base: 'https://ads.example',
    channel: 'channel1',
    width: null,
    height: null,
    refreshS: 0,
    timeoutMs: 2000,
    params: {},
    privacyDefaults: {},
    shouldFireTrackers: true,
    ...overrides,
  };
}

/** A page for tests. */
export const page: PageSignals = {
  url: 'https://news.example/a?b=1&c=2',
  referrer: '',
  language: 'en-GB',
  screen: { width: 1920, height: 1080 },
  isSecure: true,
};
