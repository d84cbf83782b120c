import type { NativeRequest, RequestedImage } from './nativeTypes.ts';

/** Whether a text is within a maximum of characters (4.3, 4.6); 0 = no maximum. */
export function isTextWithin(text: string, maxLength = 0): boolean {
  if (maxLength === 0 || text.length <= maxLength) return true;
  // A character outside of the basic plane, such as an emoji, is two units of a text.
  return text.length <= 2 * maxLength && Array.from(text).length <= maxLength;
}

/**
 * Whether an image fits a requested one (4.4), in pixels; a length of 0 is not stated. With a minimum, the app scales it,
 * otherwise lengths are exact. An image of the requested ratio fits too, where it is as large (to a pixel), or larger.
 */
export function isImageOfSize(
  { w = 0, wmin = 0, h = 0, hmin = 0 }: RequestedImage,
  width: number,
  height: number,
): boolean {
  if (isOfLength(width, w, wmin) && isOfLength(height, h, hmin)) return true;
  if (w === 0 || h === 0) return false;
  const isStated = width > 0 && height > 0;
  return (
    (!isStated || isWithin(height, (width * h) / w)) && isLongEnough(width, w, wmin) && isLongEnough(height, h, hmin)
  );
}

function isOfLength(length: number, exact: number, min: number): boolean {
  return length === 0 || (min > 0 ? length >= min : exact === 0 || length === exact);
}

function isLongEnough(length: number, exact: number, min: number): boolean {
  return length === 0 || (min > 0 ? length >= min : length >= exact - 1);
}

/** Whether a length is another one to a pixel, or to 1%. */
function isWithin(length: number, other: number): boolean {
  return Math.abs(length - other) <= Math.max(1, other / 100);
}

/** The type of an image (7.5): logos are icons since version 1.2. */
export function imageTypeOf(type: number): number {
  return type === 2 ? 1 : type;
}

/** Whether a request lists event trackers. One without any says nothing of them (4.1). */
export function listsTrackers({ eventtrackers = [] }: NativeRequest): boolean {
  return eventtrackers.length > 0;
}

/** Whether a request lists an event tracker (4.7). */
export function isTrackerListed({ eventtrackers = [] }: NativeRequest, event: number, method: number): boolean {
  return eventtrackers.some((listed) => listed.event === event && listed.methods.includes(method));
}
