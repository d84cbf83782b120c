const number = (name: string, normal: number) => Number(process.env[name] ?? normal);

/** Length of an outage. OUTAGE_MINUTES sets it. */
export const outageMs = number('OUTAGE_MINUTES', 10) * 60_000;
/** Viewers of an installation with a fault. VIEWERS sets it. */
export const faultViewers = number('VIEWERS', 8);
/** Within this time a viewer must have a response, whatever is away. */
export const responseMs = number('RESPONSE_MS', 5000);
