/** A pseudo-random number in (0, 1] that depends only on the seed and the id. */
function uniform(seed: number, id: number): number {
  let hash = (seed ^ Math.imul(id, 0x9e37_79b1)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) + 1) / 4_294_967_296;
}

/**
 * The rank of an id in the draw of a seed (a 32-bit integer). The smallest rank wins, so each id wins with a
 * probability in proportion to its weight, however many take part.
 */
export function seededRank(seed: number, id: number, weight: number): number {
  return -Math.log(uniform(seed, id)) / weight;
}
