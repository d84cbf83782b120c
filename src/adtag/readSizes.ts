/** Width and height in pixels. */
export type Size = readonly [width: number, height: number];

/** Parses sizes as a page declares them: pairs, or text such as `300x250,320x50`. Invalid ones are dropped. */
export function readSizes(input: unknown): Size[] {
  const parts: unknown[] = typeof input === 'string' ? input.split(',') : Array.isArray(input) ? input : [];
  return parts.flatMap((part) => {
    const pair: unknown[] = typeof part === 'string' ? part.trim().split(/x/i) : Array.isArray(part) ? part : [];
    const [width, height] = pair.map(Number);
    return pair.length === 2 && isLength(width) && isLength(height) ? [[width, height] as const] : [];
  });
}

function isLength(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value > 0 && value <= 10_000;
}

/** The sizes that fit a width; all of them where none fits. */
export function fittingSizes(sizes: readonly Size[], width: number): readonly Size[] {
  const matching = sizes.filter(([each]) => each <= width);
  return matching.length > 0 ? matching : sizes;
}
