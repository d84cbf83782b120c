/** The header of internal calls, and of their responses, with the version of their sender. */
export const controlVersionHeader = 'bidhouse-control-version';

/**
 * Version of the internal calls, the snapshot feed included. Raised with a change that the release before cannot read;
 * a new call or field does not raise it.
 */
export const controlVersion = 1;

/** The oldest version that is understood: that of the release before, which runs beside this one during an upgrade. */
export const oldestControlVersion = 1;

/** Whether the sender of a header is understood. Releases before the header are of version 1. */
export function isControlVersionKnown(header: unknown, oldest: number = oldestControlVersion): boolean {
  const version = header === undefined ? 1 : Number(header);
  return Number.isInteger(version) && version >= oldest;
}
