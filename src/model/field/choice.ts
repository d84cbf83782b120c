/** One selectable value of a choice. */
export interface Choice {
  value: string | number;
  label: string;
  /** Labels in exports of earlier versions: accepted on import, never shown. */
  formerLabels?: readonly string[];
  /** Values in earlier versions: accepted in calls, files and stored rows, never written. */
  formerValues?: readonly string[];
  /** A text beside the label in pickers. */
  note?: string;
  /** Offered in forms only while the condition holds. */
  shownWhen?: ShownWhen;
  /** Offered in forms before the others while the condition holds. */
  firstWhen?: ShownWhen;
}

/**
 * Shows a field only while another field of the row has one of these values, or while all or one of several conditions
 * hold.
 */
export type ShownWhen =
  | { field: string; is: readonly (string | number | boolean)[] }
  | { all: readonly ShownWhen[] }
  | { any: readonly ShownWhen[] };
