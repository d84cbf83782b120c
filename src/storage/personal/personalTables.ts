import type { PersonalTable } from './personalTable.ts';
import { signInTables } from './signInTables.ts';

const account = 'Users of the account, admins';
const self = 'The user';
const bookkeeping = 'As long as books have to be preserved';

/** Personal data by table. A test compares it with the columns of all tables. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  users: {
    person: 'user',
    userColumns: ['id'],
    columns: ['name', 'login', 'contacts', 'type', 'demand_id', 'timezone', 'status', 'last_login_at', 'created_at'],
    data: 'Name, login, contact persons, time zone, last sign-in; a hash of the password',
    purpose: 'Signing in, and naming who did what',
    retention: 'Until erased; archived users stay',
    seenBy: 'The user, those who may manage the account’s users, admins',
  },
  ...signInTables,
  api_keys: {
    person: 'user',
    userColumns: ['user_id'],
    columns: [
      'id',
      'name',
      'scopes',
      'networks',
      'created_at',
      'expires_at',
      'revoked_at',
      'last_used_at',
      'last_used_ip',
    ],
    data: 'API keys with their scopes, and the time and IP address of the last use; hashes of their tokens',
    purpose: 'Access of programs',
    retention: 'As long as the user exists',
    seenBy: 'The user, the owner of the account',
  },
  api_tokens: {
    person: 'user',
    columns: ['last_used_at', 'last_used_ip'],
    data: 'Time and IP address of the last use of an account’s API token',
    purpose: 'Recognizing tokens that are no longer needed',
    retention: 'Until the token is revoked',
    seenBy: 'The owner of the account',
  },
  security_events: {
    person: 'user',
    userColumns: ['user_id', 'admin_id'],
    columns: [
      'seq',
      'at',
      'type',
      'outcome',
      'user_name',
      'user_login',
      'admin_name',
      'ip',
      'user_agent',
      'request_id',
      'subject_name',
      'details',
    ],
    data: 'Sign-ins, rights, keys, exports and settings with name, login, IP address and browser',
    purpose: 'Detecting and proving misuse. Each event is chained to the one before, so an erased user stays in it',
    retention: 'SECURITY_LOG_DAYS',
    seenBy: 'Super admins; the owner of the account its own events, without addresses of admins',
  },
  login_attempts: {
    person: 'user',
    columns: ['key'],
    data: 'Hashes of logins and addresses of sign-ins, which cannot be assigned to a user',
    purpose: 'Limiting the guessing of passwords',
    retention: 'Minutes; addresses of successful sign-ins 30 days',
    seenBy: 'No one',
  },
  changes: {
    person: 'user',
    userColumns: ['user_id', 'admin_id', 'approved_by'],
    columns: ['id', 'at', 'demand_id', 'action', 'entity', 'row_id', 'name', 'fields', 'ip', 'source', 'request_id'],
    data: 'Who changed or did what and when, with IP address; sign-ins and failed ones; names of users',
    purpose: 'Traceability, undoing changes, security',
    retention: 'Without limit; failed sign-ins 90 days',
    seenBy: 'Users of the account who may see the activity log, admins',
  },
  waiting_changes: {
    person: 'user',
    userColumns: ['user_id', 'admin_id', 'decided_by'],
    columns: ['id', 'area', 'summary', 'entries', 'created_at', 'state', 'decided_at', 'reason'],
    data: 'Who proposed a change of payouts, prices or roles, what it changes, and who decided; its call, sealed, until then',
    purpose: 'Having a second person approve it',
    retention: 'SECURITY_LOG_DAYS after the decision',
    seenBy: 'The proposer, those who can make the same change',
  },
  change_sets: {
    person: 'user',
    userColumns: ['user_id'],
    columns: ['id', 'at'],
    data: 'Who applied changes together',
    purpose: 'Undoing changes',
    retention: 'Without limit',
    seenBy: account,
  },
  saved_views: {
    person: 'user',
    userColumns: ['user_id'],
    columns: ['page', 'name', 'search', 'demand_id', 'created_at'],
    data: 'Saved views of lists',
    purpose: 'Opening a list again',
    retention: 'Until the user deletes them',
    seenBy: 'The user; shared ones users of the account',
  },
  saved_reports: {
    person: 'user',
    userColumns: ['user_id', 'sender_id'],
    columns: ['name', 'request', 'row_count', 'created_at'],
    data: 'Saved reports, and those delivered by a colleague',
    purpose: 'Opening a report again',
    retention: 'Until the user deletes them; files REPORT_FILE_DAYS',
    seenBy: 'The user; shared ones anyone who has the link',
  },
  report_exports: {
    person: 'user',
    userColumns: ['user_id'],
    columns: ['name', 'request', 'format', 'state', 'created_at', 'ended_at'],
    data: 'Report files that the user requested',
    purpose: 'Creating and downloading them',
    retention: 'REPORT_FILE_DAYS',
    seenBy: self,
  },
  report_schedules: {
    person: 'recipient',
    userColumns: ['user_id'],
    columns: ['repeats', 'time', 'zone', 'emails', 'colleague_ids', 'updated_at'],
    data: 'Email addresses and colleagues who get a report',
    purpose: 'Delivering reports',
    retention: 'Until the user deletes the schedule',
    seenBy: self,
  },
  report_deliveries: {
    person: 'recipient',
    userColumns: ['user_id'],
    columns: ['kind', 'address', 'state'],
    data: 'Email addresses to which a file was sent',
    purpose: 'Delivering reports, showing whether they arrived',
    retention: 'The last runs of a schedule',
    seenBy: 'The user with the schedule',
  },
  mail_unsubscribes: {
    person: 'recipient',
    columns: ['address', 'unsubscribed_at'],
    data: 'Email addresses that no longer want a report',
    purpose: 'Not sending it',
    retention: 'Until the report is deleted',
    seenBy: 'The user with the schedule',
  },
  daily_mails: {
    person: 'user',
    userColumns: ['user_id'],
    columns: ['day', 'state'],
    data: 'Daily mails that were sent to the user',
    purpose: 'Sending one per day',
    retention: '90 days',
    seenBy: self,
  },
  cutoffs: {
    person: 'user',
    userColumns: ['cut_by_id'],
    columns: ['cut_by', 'reason', 'cut_at'],
    data: 'Name of the user who cut something off',
    purpose: 'Showing who knows why',
    retention: 'Until it is undone',
    seenBy: account,
  },
  accepted_findings: {
    person: 'user',
    userColumns: ['accepted_by_id'],
    columns: ['reason', 'accepted_at'],
    data: 'Who accepted a finding in every creative',
    purpose: 'Showing who knows why',
    retention: 'Until it is withdrawn',
    seenBy: account,
  },
  alert_mutes: {
    person: 'user',
    columns: ['muted_by', 'reason', 'muted_at'],
    data: 'Name of the user who muted an alert',
    purpose: 'Showing who knows why',
    retention: 'Until the mute ends',
    seenBy: account,
  },
  ...Object.fromEntries(
    [
      ['finance_adjustments', 'an adjustment'],
      ['finance_closings', 'the closing of a month', 'month'],
      ['finance_invoices', 'an invoice'],
      ['finance_payments', 'a payment'],
      ['finance_settlements', 'a settlement'],
      ['price_plans', 'prices'],
      ['partner_files', 'numbers of a partner'],
      ['verification_imports', 'results of a vendor'],
    ].map(([table = '', what = '', column = 'id']) => [
      table,
      {
        person: 'user',
        userColumns: ['user_id'],
        columns: [column],
        data: `Who entered ${what}`,
        purpose: 'Bookkeeping',
        retention: bookkeeping,
        seenBy: 'Users of the account who see finance, admins',
      } satisfies PersonalTable,
    ]),
  ),
  finance_settings: {
    person: 'contact',
    columns: ['name', 'address', 'tax_id', 'bank'],
    data: 'Issuer of invoices, who may be a person',
    purpose: 'Invoices',
    retention: 'Until changed; in invoices as long as books have to be preserved',
    seenBy: 'Admins; recipients of invoices',
  },
  demands: {
    person: 'contact',
    columns: ['company_name', 'company_address', 'contact_number', 'contacts'],
    data: 'Company and contact persons of an account: names, positions, phones, emails',
    purpose: 'Reaching the customer, invoices',
    retention: 'Until changed',
    seenBy: account,
  },
  advertisers: {
    person: 'contact',
    columns: ['contacts'],
    data: 'Contact persons of an advertiser',
    purpose: 'Reaching the partner',
    retention: 'Until changed',
    seenBy: `${account}, the advertiser`,
  },
  subpublishers: {
    person: 'contact',
    columns: ['contacts'],
    data: 'Contact persons of a sub-publisher',
    purpose: 'Reaching the partner',
    retention: 'Until changed',
    seenBy: `${account}, the sub-publisher`,
  },
  outbox: {
    person: 'contact',
    columns: ['row'],
    data: 'Copies of changed partners with their contact persons',
    purpose: 'Informing ad serving of changes',
    retention: '1 day',
    seenBy: 'No one',
  },
  past_rows: {
    person: 'contact',
    columns: ['before'],
    data: 'Former values of changed partners, with their contact persons',
    purpose: '“Why no ad?” for past requests',
    retention: '8 days',
    seenBy: 'No one',
  },
  watches: {
    person: 'viewer',
    columns: ['object'],
    data: 'ID of a device that a user watches, often their own',
    purpose: 'Tracing its requests in full',
    retention: 'Ten minutes',
    seenBy: account,
  },
  data_deletions: {
    person: 'viewer',
    columns: ['identifier', 'identifier_hash', 'identifier_type', 'origin_token'],
    data: 'ID of the device whose data is to be deleted; then only its keyed hash',
    purpose: 'Deleting the data, passing the request on, proving it',
    retention: 'The ID until the request is finished; the rest 750 days',
    seenBy: 'Admins, without the ID',
  },
};

/**
 * Columns that look like personal data and are none, with the reason.
 *
 * @internal The test compares the tables with it.
 */
export const notPersonal: Readonly<Record<string, string>> = {
  'list_members.added_by': 'an entry of the log',
  'list_member_changes.added_by': 'an entry of the log',
  'targetings.user_id': 'whether requests need such an ID',
  'targetings.device_id': 'whether requests need such an ID',
  'adexchanges.needs_device_id': 'a setting',
  'identity_providers.trusts_email': 'a setting',
};

/**
 * Column names that mean personal data, unless they are in `notPersonal`. Names and notes of objects are free text.
 *
 * @internal The test compares the tables with it.
 */
export const personalNames =
  /^(?:.*_)?(?:login|emails?|address|ips?|contacts?|contact_number|phones?|user_id|admin_id|sender_id|muted_by|cut_by|added_by|identifier|device_id|colleague_ids|first_name|last_name|birth\w*|user_agent)$/;

/** Personal data outside of PostgreSQL. */
interface PersonalPlace {
  place: string;
  data: string;
  purpose: string;
  retention: string;
  seenBy: string;
}

/**
 * Data outside of PostgreSQL by place. Where consent or a law forbids it, IDs of viewers are not stored anywhere.
 *
 * @internal The test writes it into docs/privacy.md.
 */
export const personalPlaces: readonly PersonalPlace[] = [
  {
    place: 'ClickHouse: facts and roll-ups',
    data: 'Country, closed lists of the audience, site or app, what the choices of the viewer allow; if they allow it, a keyed hash of the device, or of address and browser, different for each account',
    purpose: 'Counting, reports, unique devices',
    retention: 'FACTS_DAYS; roll-ups ROLLUP_DAYS, with sketches of unique devices instead of hashes',
    seenBy: 'Users of the account, as sums',
  },
  {
    place: 'ClickHouse: sources of impressions and clicks',
    data: 'Of valid requests: a keyed hash of the address with a new key each day, its network (/24 or /48), the browser, site or app, a keyed hash of the device',
    purpose: 'Finding invalid traffic after it was counted',
    retention: 'IVT_REVIEW_DAYS',
    seenBy: 'No one',
  },
  {
    place: 'ClickHouse: traces',
    data: 'Parameters and headers of a sample of requests, IDs of the viewer only where consent allows, the address as /24 or /48, the location to a tenth of a degree',
    purpose: '“Why no ad?”, what-if',
    retention: '7 days',
    seenBy: 'Users of the account',
  },
  {
    place: 'DATA_DIR/spool and loader',
    data: 'The same as facts and traces, until they are loaded',
    purpose: 'Losing no event',
    retention: 'Seconds; longer while a store is away',
    seenBy: 'No one',
  },
  {
    place: 'Memory of ad serving, Redis',
    data: 'Keyed hashes of device IDs, or of address and user agent, with counts',
    purpose: 'Frequency caps, invalid traffic',
    retention: '31 days at most',
    seenBy: 'No one',
  },
  {
    place: 'DATA_DIR/bid-cache, Redis',
    data: 'Bids of a page view, which may contain IDs that a bidder wrote',
    purpose: 'Prebid',
    retention: 'An hour at most',
    seenBy: 'The page',
  },
  {
    place: 'Browser: cookie of ad serving',
    data: 'An ID of the platform, and IDs of bidders for this viewer, only with consent',
    purpose: 'Cookie sync',
    retention: '60 days; IDs of bidders 14 days after their sync',
    seenBy: 'The bidders',
  },
  {
    place: 'Browser: cookies of the console',
    data: 'The session of a user; a remembered device',
    purpose: 'Staying signed in, signing in without the second factor',
    retention: 'Until the session ends; SECOND_FACTOR_REMEMBER_DAYS',
    seenBy: 'The user',
  },
  {
    place: 'Log of the processes',
    data: 'Addresses of callers only with failed sign-ins; no name, email address, token or viewer’s ID',
    purpose: 'Operating',
    retention: 'Set by the operator (journald, containers)',
    seenBy: 'The operator',
  },
  {
    place: 'Mail server',
    data: 'Addresses of recipients, and the files and figures sent',
    purpose: 'Delivering reports and daily mails',
    retention: 'Set by the operator’s mail server',
    seenBy: 'The recipient',
  },
  {
    place: 'Backups',
    data: 'All of PostgreSQL, ClickHouse and spools as of the backup; data that was erased later is in them',
    purpose: 'Restoring',
    retention: 'BACKUP_COUNT backups',
    seenBy: 'The operator',
  },
];
