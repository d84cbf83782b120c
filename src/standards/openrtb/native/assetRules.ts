import { isObject, type Rule } from '../fieldChecks.ts';

/** The kinds of assets, by the names of their objects. */
export const assetKinds = ['title', 'img', 'video', 'data'] as const;

/** 4.2, 5.2: an asset is of one kind only. */
export const isOfOneKind: Rule = (asset, path, found) => {
  const [first, ...others] = assetKinds.filter((kind) => asset[kind] !== undefined);
  for (const kind of others) found.fault(path, kind, 'contradictory', `Cannot be combined with ${first}`);
  return asset;
};

/** 4.2, 5.2: assets have distinct ids. */
export const areAssetsDistinct: Rule = (native, above, found) => {
  const { assets } = native;
  if (!Array.isArray(assets)) return native;
  const ids = new Set<number>();
  for (const [index, asset] of (assets as unknown[]).entries()) {
    const id = isObject(asset) ? asset['id'] : undefined;
    if (typeof id !== 'number') continue;
    const path = { name: index, above: { name: 'assets', above } };
    if (ids.has(id)) found.fault(path, 'id', 'twice', `Another asset has the ID ${id}`);
    ids.add(id);
  }
  return native;
};
