/** The colours of charts, resolved from the CSS tokens for the theme in force. */
export interface ChartTokens {
  series: string[];
  ink: string;
  muted: string;
  /** Of what the others are compared with. */
  reference: string;
  line: string;
  surface: string;
}

/** Reads the tokens through a probe element: custom properties alone would still hold light-dark(). */
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
