/** The device parameters that a test can override. */
export const testedParams = [
  { name: 'ua', label: 'User agent', isWide: true },
  { name: 'ip', label: 'IP address', placeholder: 'Your own' },
  { name: 'w', label: 'Player width' },
  { name: 'h', label: 'Player height' },
  { name: 'url', label: 'Page URL', isWide: true },
  { name: 'app_bundle', label: 'App bundle' },
  { name: 'app_name', label: 'App name' },
  { name: 'app_store_url', label: 'App store URL', isWide: true },
  { name: 'did', label: 'Advertising ID' },
  { name: 'lmt', label: 'Limit ad tracking (1 or 0)' },
  { name: 'gdpr', label: 'GDPR applies (1 or 0)' },
  { name: 'consent', label: 'TCF consent string' },
  { name: 'us_privacy', label: 'US Privacy string' },
] as const satisfies readonly { name: string; label: string; placeholder?: string; isWide?: boolean }[];
