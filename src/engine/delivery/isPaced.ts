/**
 * Whether a tag's pacing admits a request: `pace` percent of all requests. Depends only on the seed (a 32-bit integer)
 * and the id, and is independent of the draw between equal offers.
 */
export function isPaced(pace: number, seed: number, tagId: number): boolean {
  if (pace >= 100) return true;
  let hash = (seed ^ Math.imul(tagId, 0xcc9e_2d51)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39);
  return (((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296) * 100 < pace;
}
