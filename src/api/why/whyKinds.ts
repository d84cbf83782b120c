/** What has a funnel from calls to impressions; without an object it is of everything that the caller sees. */
export const whyKinds = ['channel', 'supplier', 'tag', 'subpublisher'] as const;
export type WhyKind = (typeof whyKinds)[number];

/** What single requests can be asked for by. */
export const traceKinds = [...whyKinds, 'campaign', 'device'] as const;
export type TraceKind = (typeof traceKinds)[number];

/** The periods of a funnel, in the caller's zone. */
export const whyPeriods = ['today', 'yesterday', 'last7'] as const;
export type WhyPeriod = (typeof whyPeriods)[number];
