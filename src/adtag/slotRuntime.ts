import type { PageSignals } from './readPage.ts';
import type { SlotConfig, SlotConfigResult } from './resolveSlotConfig.ts';
import type { AdEvent, Format, Labels, Slot, SlotOptions, RequestParams } from './types.ts';

/** Services and settings that all slots of a page share. */
export interface SlotRuntime {
  page(): PageSignals;
  /** Resolves a slot's config, after the app's settings have loaded. */
  slotConfig(format: Format, options: SlotOptions): Promise<SlotConfigResult>;
  /** The viewer's privacy choices as tag parameters. */
  privacy(slotConfig: SlotConfig): Promise<RequestParams>;
  labels(): Labels;
  /** Whether banners are shown in frames of the ad server. */
  usesHostedFrames(): boolean;
  emit(event: AdEvent): void;
  /** The next number, in the order in which the page opens slots. */
  nextSlotNumber(): number;
  /** Assigns an element to a slot. When two slots claim it, the one opened first is destroyed. */
  claimTarget(target: Element, slot: Slot, number: number): void;
}
