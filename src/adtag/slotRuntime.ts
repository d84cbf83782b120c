import type { PageFacts } from './pageFacts.ts';
import type { Place, PlaceResult } from './placeOf.ts';
import type { AdEvent, Format, Labels, Slot, SlotOptions, Texts } from './types.ts';

/** What every slot of a page is given. */
export interface SlotRuntime {
  page(): PageFacts;
  /** Where a slot asks; resolves once the app's settings are there. */
  place(format: Format, options: SlotOptions): Promise<PlaceResult>;
  /** What is said of the viewer's privacy, by the names of tag parameters. */
  privacy(place: Place): Promise<Texts>;
  labels(): Labels;
  /** Whether banners are shown in frames of the ad server. */
  hostsFrames(): boolean;
  tell(event: AdEvent): void;
  /** Numbers slots in the order in which the page opens them. */
  newNumber(): number;
  /** Gives an element to a slot: of two that want the same one, the one that was opened first is destroyed. */
  claim(target: Element, slot: Slot, number: number): void;
}
