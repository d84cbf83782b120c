/** Release of the SDK, as the server and bidders are told. */
export const version = '1.0.0';

/** Its name in requests. */
export const product = 'bidhouse-adtag';
