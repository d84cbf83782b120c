import type { SdkAppRow } from '#model/index.ts';

/** What belongs to the apps that carry the SDK. */
export interface SdkIndex {
  /** Apps by their key, and by the key before. */
  readonly appByKey: Map<string, number>;
  readonly placementsOfApp: Map<number, Set<number>>;
  readonly configsOfApp: Map<number, Set<number>>;
}

/** An index of no apps. */
export function emptySdkIndex(): SdkIndex {
  return { appByKey: new Map(), placementsOfApp: new Map(), configsOfApp: new Map() };
}

/** Follows a change of an app's keys. */
export function indexKeys(index: SdkIndex, id: number, before: SdkAppRow | undefined, after: SdkAppRow | null): void {
  for (const key of before ? [before.uid, before.previousUid] : []) index.appByKey.delete(key);
  for (const key of after ? [after.previousUid, after.uid] : []) if (key !== '') index.appByKey.set(key, id);
}
