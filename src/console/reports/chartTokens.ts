/** The colors of charts, resolved from the CSS tokens for the active theme. */
export interface ChartTokens {
  series: string[];
  ink: string;
  muted: string;
  /** Color of reference series. */
  reference: string;
  line: string;
  surface: string;
}

/** Resolves the tokens through a probe element: custom properties themselves still contain light-dark(). */
export function readChartTokens(host: HTMLElement): ChartTokens {
  const probe = document.createElement('span');
  probe.hidden = true;
  host.append(probe);
  const resolve = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const tokens = {
    series: Array.from({ length: 8 }, (_, index) => resolve(`--chart-${index + 1}`)),
    ink: resolve('--ink'),
    muted: resolve('--muted'),
    reference: resolve('--control'),
    line: resolve('--line'),
    surface: resolve('--surface'),
  };
  probe.remove();
  return tokens;
}
