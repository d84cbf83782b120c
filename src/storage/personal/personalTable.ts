/** The people of whom PostgreSQL has data. */
export type Person = 'user' | 'contact' | 'recipient' | 'viewer';

/** Personal data in a table: what it is, why and for how long it is stored, and who sees it. */
export interface PersonalTable {
  person: Person;
  /** Columns that reference a user: rows with the user in any of them are about that user. */
  userColumns?: readonly string[];
  /** Further columns with personal data, or that say what it is about. An export of a user has them. */
  columns: readonly string[];
  data: string;
  purpose: string;
  retention: string;
  seenBy: string;
}
