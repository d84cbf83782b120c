/** One choice of a Select or Combobox. */
export type Option<V extends string | number = string> = {
  value: V;
  label: string;
  /** A second line or a right-hand note: an id, a domain. */
  note?: string;
  disabled?: boolean;
};
