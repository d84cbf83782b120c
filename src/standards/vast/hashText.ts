/**
 * A 64-bit hash of a text as 16 hexadecimal digits, not collision-resistant against attackers. Must never change,
 * because keys are stored.
 */
export function hashText(text: string): string {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
    low ^= low >>> 15;
  }
  high = mixed(high ^ Math.imul(low, 0x27d4eb2f) ^ text.length);
  low = mixed(low ^ Math.imul(high, 0x165667b1));
  return hex(high) + hex(low);
}

/** Spreads each input bit over all output bits. */
function mixed(bits: number): number {
  let mix = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  mix = Math.imul(mix ^ (mix >>> 15), 0x846ca68b);
  return mix ^ (mix >>> 16);
}

function hex(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
