import type { VendorList } from '#standards/privacy/vendorList.ts';

type ReadLists = () => readonly VendorList[];

/**
 * The versions of two sources, in their order; a version of both is that of the first. They are merged when one of the
 * sources has other lists.
 */
export function mergeVendorLists(first: ReadLists, second: ReadLists): ReadLists {
  let [ofFirst, ofSecond] = [first(), second()];
  let merged = mergedLists(ofFirst, ofSecond);
  return () => {
    if (first() !== ofFirst || second() !== ofSecond) {
      [ofFirst, ofSecond] = [first(), second()];
      merged = mergedLists(ofFirst, ofSecond);
    }
    return merged;
  };
}

function mergedLists(first: readonly VendorList[], second: readonly VendorList[]): readonly VendorList[] {
  const others = second.filter(({ version }) => !first.some((list) => list.version === version));
  return [...first, ...others].toSorted((a, b) => a.version - b.version);
}
