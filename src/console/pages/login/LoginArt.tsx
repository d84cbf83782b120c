/** Tiers of a waterfall as bars: [indent, width] in percent of the drawing. */
const tiers: readonly (readonly [number, number])[][] = [
  [
    [0, 46],
    [48, 22],
    [72, 28],
  ],
  [
    [10, 30],
    [42, 40],
  ],
  [
    [22, 24],
    [48, 18],
    [68, 24],
  ],
  [
    [34, 34],
    [70, 14],
  ],
  [[46, 26]],
];

/** Decorative picture beside the login form: a waterfall, tier by tier, down to the ad that serves. */
export function LoginArt() {
  return (
    <div
      aria-hidden
      className="relative flex flex-col justify-end overflow-hidden bg-accent p-14 text-on-accent select-none max-lg:hidden"
      style={{ background: 'radial-gradient(120% 90% at 85% 10%, #6b7cf0 0%, #3b4bbd 45%, #232e86 100%)' }}
    >
      <svg viewBox="0 0 100 62" className="absolute inset-x-14 top-[16%] w-[calc(100%-7rem)]">
        {tiers.map((bars, tier) =>
          bars.map(([x, width], index) => {
            const isWinner = tier === tiers.length - 1;
            return (
              <g key={`${x}-${width}`}>
                <rect
                  x={x}
                  y={tier * 13}
                  width={width}
                  height={8.4}
                  rx={1.8}
                  fill="#ffffff"
                  opacity={isWinner ? 1 : 0.1 + 0.06 * ((tier + index) % 3)}
                />
                <rect
                  x={x + 2.2}
                  y={tier * 13 + 3.4}
                  width={width * 0.34}
                  height={1.6}
                  rx={0.8}
                  fill={isWinner ? '#3b4bbd' : '#ffffff'}
                  opacity={isWinner ? 1 : 0.55}
                />
                {isWinner ? (
                  <path
                    d={`M${x + width - 6} ${tier * 13 + 4.3}l1.4 1.4 2.6-2.9`}
                    fill="none"
                    stroke="#2a9d67"
                    strokeWidth={1}
                    strokeLinecap="round"
                    strokeLinejoin="round"
                  />
                ) : null}
              </g>
            );
          }),
        )}
        {tiers.slice(1).map((_, tier) => (
          <path
            key={tier}
            d={`M${14 + tier * 12} ${tier * 13 + 9.4}v2.6`}
            stroke="#ffffff"
            strokeWidth={0.35}
            strokeLinecap="round"
            opacity={0.5}
          />
        ))}
      </svg>
      <p className="relative max-w-md text-2xl leading-snug text-balance font-semibold tracking-tight">
        Every request finds the best path to an ad.
      </p>
      <p className="relative mt-2 max-w-md text-sm text-pretty text-on-accent/85">
        Tags compete tier by tier, each impression is counted once, and every lost one has a reason.
      </p>
    </div>
  );
}
