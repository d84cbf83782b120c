import type { CheckSetting } from './vastFinding.ts';

/** A setting with the version that the document declares, such as 4.2. */
export type AdCheckSetting = CheckSetting & { version: number };
