/** Width and height in pixels. */
export type Size = readonly [width: number, height: number];

/** Sizes as a page writes them: pairs, or a text such as `300x250,320x50`. What is none is left out. */
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

/** Those that fit into a width; all where none does. */
export function fittingSizes(sizes: readonly Size[], width: number): readonly Size[] {
  const matching = sizes.filter(([each]) => each <= width);
  return matching.length > 0 ? matching : sizes;
}
