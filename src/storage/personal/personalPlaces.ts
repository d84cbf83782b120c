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
