import type { ProfileValues } from './profileForm.ts';
import type { ProfileRights } from './profileRights.ts';

/** Applies a draft to the stored values. Fields that the user may not change retain their stored value. */
export function restoredValues(
  stored: ProfileValues,
  draft: Partial<ProfileValues> | null,
  { isAccountFixed, arePricesFixed }: ProfileRights,
): ProfileValues {
  if (draft === null) return stored;
  const { name = stored.name, contacts = stored.contacts } = draft;
  if (isAccountFixed) return { ...stored, name, contacts };
  if (!stored.options) return { ...stored, ...draft };
  const { priceReq, priceDsp, priceImp, pricePostbid } = stored.options;
  const prices = arePricesFixed ? { priceReq, priceDsp, priceImp, pricePostbid } : {};
  return { ...stored, ...draft, options: { ...stored.options, ...draft.options, ...prices } };
}
