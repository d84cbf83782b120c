/** The objects that have a funnel; without an object it covers everything that the caller sees. */
export const whyKinds = ['channel', 'supplier', 'tag', 'subpublisher'] as const;
export type WhyKind = (typeof whyKinds)[number];

/** The objects by which traces can be filtered. */
export const traceKinds = [...whyKinds, 'campaign', 'device'] as const;
export type TraceKind = (typeof traceKinds)[number];

/** The periods of a funnel, in the caller's zone. */
export const whyPeriods = ['today', 'yesterday', 'last7'] as const;
export type WhyPeriod = (typeof whyPeriods)[number];
