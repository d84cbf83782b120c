/** A row as lists have it, or the values of a form. */
type Values = Readonly<Record<string, unknown>>;

/** The rows that references offer for selection. Other references that are stored stay. */
export interface OfferedRows {
  /** A reference that the offered rows share with the row itself. */
  shares: string;
  fits: (offered: Values, row: Values) => boolean;
  /** The text while none is offered. */
  noneText: string;
}
