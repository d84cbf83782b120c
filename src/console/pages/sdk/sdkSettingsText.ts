import { faultsOf, sdkSettingsSchema, type SdkSettings } from '#model/index.ts';

/** Parsed settings, or all faults with their paths. The path is empty when the text is not JSON. */
export type ParsedSdkSettings =
  | { ok: true; settings: SdkSettings }
  | { ok: false; faults: { path: string; message: string }[] };

/** Parses settings as typed. */
export function parseSdkSettings(text: string): ParsedSdkSettings {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it cannot be parsed';
    return { ok: false, faults: [{ path: '', message: `Invalid JSON: ${message}` }] };
  }
  const parsed = sdkSettingsSchema.safeParse(value);
  return parsed.success ? { ok: true, settings: parsed.data } : { ok: false, faults: faultsOf(parsed.error) };
}

/** Settings as text to edit: in the order of their definition, with defaults written out. */
export function writeSdkSettings(settings: unknown): string {
  return JSON.stringify(sdkSettingsSchema.safeParse(settings).data ?? settings, null, 2);
}

/** One setting that differs. */
export interface SdkSettingChange {
  path: string;
  from: string;
  to: string;
}

/** The settings that differ, in the order of their definition. */
export function changedSdkSettings(before: SdkSettings, after: SdkSettings): SdkSettingChange[] {
  const [from, to] = [leavesOf(before), leavesOf(after)];
  return [...to].flatMap(([path, value]) => {
    const had = from.get(path) ?? '';
    return had === value ? [] : [{ path, from: had, to: value }];
  });
}

/** The values of settings by path, as JSON. A list is one value. */
function leavesOf(settings: object, prefix = ''): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const [key, value] of Object.entries(settings) as [string, unknown][]) {
    const path = prefix + key;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [inner, leaf] of leavesOf(value, `${path}.`)) leaves.set(inner, leaf);
    } else {
      leaves.set(path, JSON.stringify(value));
    }
  }
  return leaves;
}
