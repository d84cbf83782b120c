import type { PageFacts } from './pageFacts.ts';
import type { SlotConfig, SlotConfigResult } from './resolveSlotConfig.ts';
import type { AdEvent, Format, Labels, Slot, SlotOptions, RequestParams } from './types.ts';

/** What every slot of a page is given. */
export interface SlotRuntime {
  page(): PageFacts;
  /** Where a slot asks; resolves once the app's settings are there. */
  slotConfig(format: Format, options: SlotOptions): Promise<SlotConfigResult>;
  /** What is said of the viewer's privacy, by the names of tag parameters. */
  privacy(slotConfig: SlotConfig): Promise<RequestParams>;
  labels(): Labels;
  /** Whether banners are shown in frames of the ad server. */
  usesHostedFrames(): boolean;
  emit(event: AdEvent): void;
  /** Numbers slots in the order in which the page opens them. */
  nextSlotNumber(): number;
  /** Gives an element to a slot: of two that want the same one, the one that was opened first is destroyed. */
  claimTarget(target: Element, slot: Slot, number: number): void;
}
