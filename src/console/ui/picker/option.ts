export type Option<V extends string | number = string> = {
  value: V;
  label: string;
  /** A second line or a note at the right: an ID, a domain. */
  note?: string;
  disabled?: boolean;
  /** True for the last entry of a list that creates what is missing, instead of choosing something. */
  isCreation?: boolean;
};
