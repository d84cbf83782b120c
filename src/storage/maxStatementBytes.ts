/**
 * Maximum bytes of a statement, as the setting `max_query_size`: reports by partner contain the ids of all objects that
 * have one.
 */
export const maxStatementBytes = '268435456';
