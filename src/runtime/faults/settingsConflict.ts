/**
 * The settings of this start cannot work with the rest of the installation. Starting again would not help: the whole
 * start is refused with the message, which names the setting and what to do.
 */
export class SettingsConflict extends Error {
  override readonly name = 'SettingsConflict';
  readonly setting: string;
  /** Without a full stop. */
  readonly reason: string;
  /** The remedy, in sentences. */
  readonly fix: string;

  constructor(setting: string, reason: string, fix: string) {
    super(`${setting}: ${reason}. ${fix}`);
    this.setting = setting;
    this.reason = reason;
    this.fix = fix;
  }
}
