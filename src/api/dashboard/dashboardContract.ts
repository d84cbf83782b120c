/** What somebody should know of a tag, a channel, a campaign or the platform. */
export interface DashboardAlert {
  kind: 'errors' | 'no_fill' | 'ivt' | 'quota' | 'no_demand' | 'no_requests' | 'capped' | 'no_bids' | 'pace';
  /** It costs money now, it will, it is meant to be so. */
  tone: 'bad' | 'warn' | 'info';
  /** What it is about; null = the platform. */
  object: { entity: 'tag' | 'channel' | 'campaign'; id: number; name: string } | null;
  text: string;
  /** The field, or the tab of the object, in which it can be mended; null where there is none. */
  fix: string | null;
}

/** Answer of GET /api/dashboard/alerts: the worst first, and how many there are in all. */
export interface DashboardAlerts {
  alerts: DashboardAlert[];
  total: number;
}
