/**
 * Migrations with statements that take away what a release may use (`narrowingStatements`), by store and name, with the
 * first release that no longer uses it. That release must be older than the one that has the migration: then it can run
 * on the migrated tables, and an upgrade has a way back.
 */
export const contractions: Readonly<Record<string, string>> = {};
