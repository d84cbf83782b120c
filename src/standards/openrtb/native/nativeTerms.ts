import type { NativeRequest, RequestedImage } from './nativeTypes.ts';

/** Whether a text is within a maximum of characters (4.3, 4.6); 0 = no maximum. */
export function isTextWithin(text: string, maxLength = 0): boolean {
  if (maxLength === 0 || text.length <= maxLength) return true;
  // A character outside of the basic plane, such as an emoji, is two units of a text.
  return text.length <= 2 * maxLength && Array.from(text).length <= maxLength;
}

/** Whether an image of a size in pixels fits (4.4): with a minimum, the app scales it; otherwise lengths are exact. */
export function isImageOfSize({ w, wmin, h, hmin }: RequestedImage, width: number, height: number): boolean {
  return isOfLength(width, w, wmin) && isOfLength(height, h, hmin);
}

/** Whether a side of an image has the length requested. A length of 0 is not stated. */
export function isOfLength(length: number, exact = 0, min = 0): boolean {
  return min > 0 ? length >= min : exact === 0 || length === exact;
}

/** The type of an image (7.5): logos are icons since version 1.2. */
export function imageTypeOf(type: number): number {
  return type === 2 ? 1 : type;
}

/** Whether a request lists an event tracker (4.7); false when it lists none. */
export function isTrackerListed({ eventtrackers = [] }: NativeRequest, event: number, method: number): boolean {
  return eventtrackers.some((listed) => listed.event === event && listed.methods.includes(method));
}
