/** Figures of the entire channel: counts, a ratio, and money in USD. */
export const whatIfFigures = ['reqs', 'opps', 'fill', 'imps', 'rev', 'cost', 'profit'] as const;
export type WhatIfFigure = (typeof whatIfFigures)[number];
