/** The countries of a market's viewers with their shares in percent; they add up to 100. */
export const markets = {
  world: [
    ['US', 44],
    ['DE', 18],
    ['GB', 12],
    ['BR', 10],
    ['FR', 9],
    ['JP', 7],
  ],
  us: [
    ['US', 91],
    ['CA', 9],
  ],
  uk: [
    ['GB', 86],
    ['IE', 8],
    ['US', 6],
  ],
  dach: [
    ['DE', 64],
    ['CH', 20],
    ['AT', 13],
    ['FR', 3],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [country: string, percent: number])[]>>;

export type Market = keyof typeof markets;
