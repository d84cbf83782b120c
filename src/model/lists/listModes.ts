/** What a list is for: its members are let in, kept out, or only named. */
export const listModes = [
  { value: 'block', label: 'Block' },
  { value: 'allow', label: 'Allow' },
  { value: 'neutral', label: 'Neutral' },
] as const;

/** What a list does to what it names. */
export type ListMode = (typeof listModes)[number]['value'];

/** What the members of an app list are, and so what of a request they are compared with. */
export const appListKinds = [
  { value: 'bundle', label: 'App bundle or store ID', formerLabels: ['App bundle or store id'] },
  { value: 'domain', label: 'Site domain' },
  { value: 'appName', label: 'App name' },
  { value: 'ip', label: 'IP address or CIDR range' },
  { value: 'deviceId', label: 'Device ID', formerLabels: ['Device id'] },
  { value: 'subId', label: 'Sub ID', formerLabels: ['Sub id'] },
  { value: 'postal', label: 'Postal code' },
] as const;

/** The kind of an app list. */
export type AppListKind = (typeof appListKinds)[number]['value'];
