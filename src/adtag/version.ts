/** Release of the SDK, as sent to the server and bidders. */
export const version = '1.0.0';

/** Name of the SDK in requests. */
export const product = 'bidhouse-adtag';
