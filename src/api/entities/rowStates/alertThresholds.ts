/** Thresholds of problems found in figures. Below the minimum counts, shares are not significant. */
export const alertThresholds = {
  /** Unusable ÷ all responses in the last hour from which on a partner has no usable one. */
  unusableShare: 0.95,
  unusableResponses: 20n,
  /** Timeouts and player errors ÷ calls in the last hour. */
  failedShare: 0.5,
  failedCalls: 100n,
  /** Timeouts ÷ calls in the last hour. */
  timeoutShare: 0.2,
  timeoutCalls: 100n,
  /** Player errors ÷ ads in the last hour. */
  errorShare: 0.1,
  errorImps: 100n,
  /** Requests in the last hour without any impression. */
  unfilledReqs: 100n,
  /** Invalid ÷ checked calls in the last 24 hours. */
  ivtShare: 0.1,
  ivtCalls: 1000n,
  /** Bids lost because of the creative ÷ bids in the last 24 hours. */
  refusedShare: 0.2,
  refusedBids: 50n,
  /** Days before its end from which on a TLS certificate needs attention. */
  certificateDays: 14,
  /** Used share of a monthly quota. */
  quotaShare: 0.8,
  /** Comparison of the last full hour with the same hour of earlier weeks or days. */
  usual: {
    /** Weeks compared, and days where there are fewer weeks than the minimum. */
    weeks: 4,
    days: 7,
    /** Minimum earlier hours. */
    minHours: 3,
    /** Median below which a count is not compared, and requests below which a rate is not. */
    minCount: 50,
    minRateReqs: 100,
    /** Median revenue of the hour in nano-USD below which it is not compared. */
    minRev: 100_000_000,
    /** Minimum deviation from the median, as a share of it, and in spreads (1.4826 × median absolute deviation). */
    shift: 0.4,
    spreads: 4,
    /** Requests ÷ median above which they are unusually many. */
    rise: 3,
  },
} as const;
