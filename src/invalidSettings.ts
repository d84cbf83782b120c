/** A setting that is invalid, alone or beside others. */
export interface SettingFault {
  setting: string;
  message: string;
  /** The settings to leave unset so that this fault does not occur. */
  involved: readonly string[];
}

/** The settings cannot be used; the message lists each fault. */
export class InvalidSettings extends Error {
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    super(`Invalid settings:\n${faults.map(({ setting, message }) => `  ${setting}: ${message}`).join('\n')}`);
    this.faults = faults;
  }
}
