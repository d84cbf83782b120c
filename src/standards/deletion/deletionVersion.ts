/** A version of the IAB Tech Lab's Data Deletion Request Framework: of May 2024, and of April 2026. */
export type DeletionVersion = '1.0' | '2.0';
