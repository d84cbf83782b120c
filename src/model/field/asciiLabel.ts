const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialN = 128;

/** Maximum characters of a label (RFC 1035, 2.3.4). */
const maxLength = 63;

/** A host name label in ASCII: unchanged, or as "xn--…" (RFC 3492). Null if it is longer than labels can be. */
export function asciiLabel(label: string): string | null {
  if (label.length > maxLength) return null;
  const basic = label.replace(/\P{ASCII}+/gu, '');
  if (basic === label) return label;
  const points = Array.from(label, (letter) => letter.codePointAt(0) ?? 0);
  let output = basic && `${basic}-`;
  let n = initialN;
  let delta = 0;
  let bias = initialBias;
  let handled = basic.length;
  while (handled < points.length) {
    let next = Infinity;
    for (const point of points) if (point >= n && point < next) next = point;
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta += 1;
      if (point !== n) continue;
      output += digitsOf(delta, bias);
      bias = adapted(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    n += 1;
  }
  return `xn--${output}`;
}

/** Encodes a delta as a generalized variable-length integer. */
function digitsOf(delta: number, bias: number): string {
  let text = '';
  let rest = delta;
  for (let k = base; ; k += base) {
    const threshold = Math.min(tMax, Math.max(tMin, k - bias));
    if (rest < threshold) return text + digit(rest);
    text += digit(threshold + ((rest - threshold) % (base - threshold)));
    rest = Math.floor((rest - threshold) / (base - threshold));
  }
}

/** The basic code point of a digit: 0–25 are letters, 26–35 digits. */
function digit(value: number): string {
  return String.fromCharCode(value < 26 ? 97 + value : 22 + value);
}

function adapted(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : Math.floor(delta / 2);
  rest += Math.floor(rest / points);
  let k = 0;
  while (rest > ((base - tMin) * tMax) / 2) {
    rest = Math.floor(rest / (base - tMin));
    k += base;
  }
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}
