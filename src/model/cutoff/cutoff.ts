/** Objects of an account that can be cut off, by the name of their entity. */
export const cutoffEntities = ['advertiser', 'tag', 'adexchange', 'creative', 'subpublisher', 'supplier'] as const;
export type CutoffEntity = (typeof cutoffEntities)[number];

/** Texts in bids that can be cut off: the seat, an advertiser domain with its subdomains, a creative by its ID. */
export const cutoffTexts = ['seat', 'domain', 'crid'] as const;
export type CutoffText = (typeof cutoffTexts)[number];

/** Kinds of what can be cut off. */
export const cutoffKinds = [...cutoffEntities, ...cutoffTexts] as const;
export type CutoffKind = (typeof cutoffKinds)[number];

/** Maximum cut-offs of one account, and of all accounts together. */
export const maxCutoffs = 500;

/** Maximum characters of the reason of a cut-off. */
export const maxCutoffReason = 200;

/** A cut-off as serving stores it: nothing of the object is bought from, sold to or shown. */
export interface CutoffRow {
  id: number;
  /** The account in which it applies; null = all accounts. */
  demandId: number | null;
  kind: CutoffKind;
  /** ID of the object, or the text that bids name. */
  object: string;
}

/** Rows sent to serving besides entities, crawled files, watches and lists of invalid traffic. */
export interface CutoffRows {
  cutoff: CutoffRow;
}

/** Whether a cut-off is of an object of an account. */
export function isCutoffEntity(kind: CutoffKind): kind is CutoffEntity {
  return cutoffEntities.some((each) => each === kind);
}

/** A text as it is compared: domains in lower case without www, seats and creative IDs as they are. */
export function cutoffObject(kind: CutoffKind, text: string): string {
  const trimmed = text.trim();
  return kind === 'domain' ? trimmed.toLowerCase().replace(/^www\./, '') : trimmed;
}
