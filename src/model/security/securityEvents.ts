/** The categories of security events by code. */
export const securityCategories = {
  signIn: 'Sign-ins and sessions',
  token: 'API keys and tokens',
  data: 'Exports and downloads',
  user: 'Users and accounts',
  setting: 'Settings',
  finance: 'Finance',
  traffic: 'Cut-offs and scans',
  fourEyes: 'Four eyes',
  permission: 'Permissions',
  log: 'Security log',
} as const;

export type SecurityCategory = keyof typeof securityCategories;

/** A type of security event. */
interface SecurityEventType {
  label: string;
  category: SecurityCategory;
  /** The occasion on which it is recorded. */
  help: string;
}

/** The types of security events by code: for the log, its page, its documentation and its alerts. */
export const securityEventTypes = {
  signIn: {
    label: 'Sign-in',
    category: 'signIn',
    help: 'A user signed in (done), a login or password was wrong (failed), or a limit of failed sign-ins was reached (refused).',
  },
  signOut: { label: 'Sign-out', category: 'signIn', help: 'A user signed out.' },
  sessionsEnded: {
    label: 'Sessions ended',
    category: 'signIn',
    help: 'Sessions ended because someone ended them, because the user or its account was suspended, or because of a new password, role or scope.',
  },
  linkCreated: {
    label: 'Sign-in link created',
    category: 'signIn',
    help: 'A one-time link was created with which a user sets a password.',
  },
  linkRequested: {
    label: 'Sign-in link requested',
    category: 'signIn',
    help: 'Someone who knows a login requested a one-time link by mail.',
  },
  passwordWrong: {
    label: 'Wrong current password',
    category: 'signIn',
    help: 'Someone in a session of the user tried to change the password with a wrong current one. Repetitions within a minute are one event with a count.',
  },
  factorAdded: {
    label: 'Second factor added',
    category: 'signIn',
    help: 'A user added an authenticator app or a passkey.',
  },
  factorRemoved: {
    label: 'Second factor removed',
    category: 'signIn',
    help: 'A user removed an authenticator app or a passkey.',
  },
  factorsReset: {
    label: 'Second factors reset',
    category: 'signIn',
    help: 'All second factors of a user were removed by someone who manages the user, or on the machine.',
  },
  factorWrong: {
    label: 'Wrong second factor',
    category: 'signIn',
    help: 'A code or passkey was wrong after a correct password, or when a signed-in user had to confirm an action (failed), or a limit of wrong codes was reached (refused).',
  },
  factorMissing: {
    label: 'Second factor missing',
    category: 'signIn',
    help: 'A user signed in who has no second factor, and must add one first.',
  },
  factorRequirement: {
    label: 'Second factor requirement',
    category: 'setting',
    help: 'The owner of an account decided whether all its users need a second factor.',
  },
  recoveryCodeUsed: {
    label: 'Recovery code used',
    category: 'signIn',
    help: 'A user signed in or confirmed an action with a recovery code.',
  },
  recoveryCodesReplaced: {
    label: 'Recovery codes replaced',
    category: 'signIn',
    help: 'A user has new recovery codes. The previous ones are no longer valid.',
  },
  deviceRemembered: {
    label: 'Device remembered',
    category: 'signIn',
    help: 'A user signs in without the second factor in a browser from now on.',
  },
  clientFailed: {
    label: 'OAuth client failed',
    category: 'token',
    help: 'A program failed to authenticate as an OAuth client. Repetitions from its network within a minute are one event with a count.',
  },
  identityLinked: {
    label: 'Linked to identity provider',
    category: 'user',
    help: 'A user was bound to an identity at the identity provider: at the first sign-in with it, or by the user.',
  },
  identityUnlinked: {
    label: 'Unlinked from identity provider',
    category: 'user',
    help: 'A user was released from an identity, so that the next sign-in binds it again.',
  },
  groupChanged: {
    label: 'Provisioned group changed',
    category: 'user',
    help: 'An identity provider created, changed or deleted a group, by SCIM.',
  },
  newCountry: {
    label: 'Sign-in from a new country',
    category: 'signIn',
    help: 'A user signed in from a country from which this user had not signed in before. The first sign-in does not count.',
  },
  impersonationBegan: {
    label: 'Impersonation began',
    category: 'signIn',
    help: 'A super admin began to act as another user.',
  },
  impersonationEnded: {
    label: 'Impersonation ended',
    category: 'signIn',
    help: 'A super admin returned to the own user.',
  },
  keyCreated: { label: 'API key created', category: 'token', help: 'A user has a new API key.' },
  keyRotated: {
    label: 'API key rotated',
    category: 'token',
    help: 'An API key has a new secret. The previous one ends at the time that was chosen.',
  },
  keyRevoked: { label: 'API key revoked', category: 'token', help: 'An API key was revoked.' },
  tokenCreated: {
    label: 'API token created',
    category: 'token',
    help: 'An account has a new API token. The previous one, if any, stopped working.',
  },
  tokenRevoked: { label: 'API token revoked', category: 'token', help: 'The API token of an account was revoked.' },
  tokenInvalid: {
    label: 'Invalid API key or token',
    category: 'token',
    help: 'A call had an unknown API key or token. Further calls from the same network within a minute are one event with a count.',
  },
  keyRefused: {
    label: 'API key refused',
    category: 'token',
    help: 'A call had an API key that was revoked, replaced or has expired, whose owner can no longer sign in, or that may not be used from the IP address. Repetitions with the key within a minute are one event with a count.',
  },
  tokenNewNetwork: {
    label: 'Key or token, new network',
    category: 'token',
    help: 'An API key or token was used from a network from which it had not been used for 30 days. The first use does not count.',
  },
  reportExported: {
    label: 'Report exported',
    category: 'data',
    help: 'A report was saved with its rows, exported to a file, or its file was downloaded.',
  },
  listExported: { label: 'List exported', category: 'data', help: 'A list of objects was exported as CSV.' },
  configExported: {
    label: 'Configuration exported',
    category: 'data',
    help: 'All objects of an account were downloaded as one document.',
  },
  financeExported: {
    label: 'Finance table exported',
    category: 'data',
    help: 'A finance table or an invoice was downloaded.',
  },
  reportShared: {
    label: 'Report shared by link',
    category: 'data',
    help: 'A link to a report was created, revoked, or opened for the first time.',
  },
  reportScheduled: {
    label: 'Report schedule changed',
    category: 'data',
    help: 'The times or recipients of a scheduled report were changed.',
  },
  userCreated: { label: 'User created', category: 'user', help: 'A user was created.' },
  userStatus: {
    label: 'User status changed',
    category: 'user',
    help: 'A user was paused, archived or activated.',
  },
  userRights: {
    label: 'User rights changed',
    category: 'user',
    help: 'The login, type, role or partners of a user were changed.',
  },
  roleChanged: {
    label: 'Custom role changed',
    category: 'user',
    help: 'A custom role was created or changed. Other permissions, and hiding or showing money, end the sessions of its users.',
  },
  passwordChanged: { label: 'Password changed', category: 'user', help: 'A user has a new password.' },
  accountCreated: { label: 'Account created', category: 'user', help: 'An account was created.' },
  accountStatus: {
    label: 'Account status changed',
    category: 'user',
    help: 'An account was paused, archived or activated.',
  },
  providerChanged: {
    label: 'Single sign-on changed',
    category: 'setting',
    help: 'The identity provider of an account or of the platform was added, changed or removed, or a domain of it was added, verified or removed.',
  },
  platformChanged: {
    label: 'Platform settings changed',
    category: 'setting',
    help: 'The application config or the details on invoices were changed.',
  },
  commandRun: {
    label: 'Command run',
    category: 'setting',
    help: 'An operator changed the secret, encrypted stored secrets, restored a backup or took over the folder of a node by a command on a machine.',
  },
  nodeRemoved: { label: 'Node removed', category: 'setting', help: 'A stopped node was removed from the platform.' },
  pricesChanged: {
    label: 'Prices changed',
    category: 'finance',
    help: 'Prices of an account were changed, scheduled or withdrawn.',
  },
  monthClosed: {
    label: 'Month closed or reopened',
    category: 'finance',
    help: 'The month of an account was closed, or reopened for corrections.',
  },
  invoiceChanged: {
    label: 'Invoice changed',
    category: 'finance',
    help: 'An invoice was issued, paid or voided.',
  },
  payoutRecorded: {
    label: 'Payout or payment recorded',
    category: 'finance',
    help: 'A payout or payment of a partner was recorded or reversed.',
  },
  adjustmentChanged: {
    label: 'Adjustment changed',
    category: 'finance',
    help: 'An adjustment, or the numbers of a partner, were added or removed.',
  },
  cutOff: {
    label: 'Cut-off changed',
    category: 'traffic',
    help: 'An advertiser, buyer, creative, seat, domain or supplier was cut off, or that was undone.',
  },
  findingAccepted: {
    label: 'Scan finding accepted',
    category: 'traffic',
    help: 'A finding of the scan of a creative was accepted, in this creative or in every one, or that was withdrawn.',
  },
  changeProposed: {
    label: 'Change proposed',
    category: 'fourEyes',
    help: 'A person made a change of payouts, platform prices or roles that waits for a second person (FOUR_EYES).',
  },
  changeApproved: {
    label: 'Change approved',
    category: 'fourEyes',
    help: 'A second person approved a waiting change, which was applied.',
  },
  changeRejected: {
    label: 'Change rejected',
    category: 'fourEyes',
    help: 'A second person rejected a waiting change.',
  },
  changeWithdrawn: {
    label: 'Change withdrawn',
    category: 'fourEyes',
    help: 'The person who proposed a waiting change withdrew it.',
  },
  changeExpired: {
    label: 'Change expired',
    category: 'fourEyes',
    help: 'A waiting change was not decided within 72 hours.',
  },
  changeFailed: {
    label: 'Change failed',
    category: 'fourEyes',
    help: 'A waiting change could not be applied, because the person who proposed it no longer has the right to make it.',
  },
  permissionDenied: {
    label: 'Permission denied',
    category: 'permission',
    help: 'A signed-in user or a program called something that it has no right to, or a page of another site called. Repetitions within a minute are one event with a count.',
  },
  logExported: { label: 'Security log exported', category: 'log', help: 'The security log was downloaded.' },
  logPruned: {
    label: 'Security log pruned',
    category: 'log',
    help: 'Events older than SECURITY_LOG_DAYS were deleted. The event names the last one of them and its hash.',
  },
} as const satisfies Record<string, SecurityEventType>;

export type SecurityEventCode = keyof typeof securityEventTypes;

/** The codes of all types. */
export const securityEventCodes = Object.keys(securityEventTypes) as SecurityEventCode[];

/** Outcomes of security events: the action was done, failed, or was refused without being tried. */
export const securityOutcomes = ['done', 'failed', 'refused'] as const;

export type SecurityOutcome = (typeof securityOutcomes)[number];

/** The codes of the types of a category. */
export function typesOfCategory(category: SecurityCategory): SecurityEventCode[] {
  return securityEventCodes.filter((code) => securityEventTypes[code].category === category);
}
