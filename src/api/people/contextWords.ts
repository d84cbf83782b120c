/** Words of the product and of its field, which anyone guesses first. In lower case; docs/security.md lists them. */
export const contextWords = [
  'bidhouse',
  'admin',
  'adserver',
  'advertiser',
  'campaign',
  'console',
  'demand',
  'password',
  'publisher',
  'supplier',
] as const;
