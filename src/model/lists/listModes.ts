/** The modes of a list: its members are allowed, blocked, or only used in targetings. */
export const listModes = [
  { value: 'block', label: 'Block' },
  { value: 'allow', label: 'Allow' },
  { value: 'neutral', label: 'Neutral' },
] as const;

/** Help of the field, which says how the modes differ. */
export const listModeHelp =
  'Block and allow apply wherever the list is attached. A neutral list has no effect until a targeting includes or excludes it.';

export type ListMode = (typeof listModes)[number]['value'];

/** The kinds of app lists: the property of requests that members are compared with. */
export const appListKinds = [
  { value: 'bundle', label: 'App bundle or store ID', formerLabels: ['App bundle or store id'] },
  { value: 'domain', label: 'Site domain' },
  { value: 'appName', label: 'App name' },
  { value: 'ip', label: 'IP address or CIDR range' },
  { value: 'deviceId', label: 'Device ID', formerLabels: ['Device id'] },
  { value: 'subId', label: 'Sub ID', formerLabels: ['Sub id'] },
  { value: 'postal', label: 'Postal code' },
] as const;

export type AppListKind = (typeof appListKinds)[number]['value'];
