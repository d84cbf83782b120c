import type { SdkAppRow } from '#model/index.ts';

/** Derived data of the apps that integrate the SDK. */
export interface SdkIndex {
  /** Apps by their current and previous key. */
  readonly appByKey: Map<string, number>;
  readonly placementsOfApp: Map<number, Set<number>>;
  readonly configsOfApp: Map<number, Set<number>>;
}

export function emptySdkIndex(): SdkIndex {
  return { appByKey: new Map(), placementsOfApp: new Map(), configsOfApp: new Map() };
}

/** Updates the index after a change of an app's keys. */
export function indexKeys(index: SdkIndex, id: number, before: SdkAppRow | undefined, after: SdkAppRow | null): void {
  for (const key of before ? [before.uid, before.previousUid] : []) index.appByKey.delete(key);
  for (const key of after ? [after.previousUid, after.uid] : []) if (key !== '') index.appByKey.set(key, id);
}
