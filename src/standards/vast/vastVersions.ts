import type { VastVersion } from './types.ts';

/** The VAST versions in which we write, lowest first. */
export const vastVersions: readonly VastVersion[] = ['2.0', '3.0', '4.0', '4.1', '4.2', '4.3'];

/** A version of the 4.x family. */
export type VastVersion4 = Extract<VastVersion, `4.${string}`>;

/** The VAST version that a text is; undefined when it is none in which we write. */
export function vastVersionOf(text: string): VastVersion | undefined {
  return vastVersions.find((version) => version === text);
}

/** Whether a version is of the 4.x family, which has a namespace and sorts the elements of a type by their names. */
export function isVersion4(version: VastVersion): version is VastVersion4 {
  return version >= '4.0';
}
