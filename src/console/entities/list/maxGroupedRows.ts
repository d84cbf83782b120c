/** Maximum rows of the open groups together: the largest page of the API. */
export const maxGroupedRows = 1000;
