import type { ObservedRow } from '#api/observed/observedContract.ts';
import type { AdsTxtVerdict } from '#model/supply/adsTxt.ts';
import { formatDateTime } from '../../lib/format.ts';
import type { Column } from '../../ui/table/column.ts';
import { pillClass, type PillTone } from '../../ui/Pill.tsx';

/** Label, tone and explanation of each verdict. */
const outcomeLabels: Readonly<Record<AdsTxtVerdict, { label: string; tone: PillTone; means: string }>> = {
  authorized: { label: 'Authorized', tone: 'good', means: 'The file lists one of your sellers.' },
  unauthorized: { label: 'Not listed', tone: 'bad', means: 'The file lists none of your sellers.' },
  non_participating: { label: 'No file', tone: 'neutral', means: 'No file was found, so every seller is allowed.' },
  inconclusive: {
    label: 'Inconclusive',
    tone: 'warn',
    means: 'A partner’s file may authorize you, but it was not found.',
  },
  unread: { label: 'Not read yet', tone: 'neutral', means: 'The file has not been read yet.' },
};

/** The verdict of the file that authorizes us to sell: a site's `ads.txt` or an app's `app-ads.txt`. */
export function adsTxtColumn(file: 'ads.txt' | 'app-ads.txt', timezone: number): Column<ObservedRow> {
  return {
    id: 'adsTxt',
    header: file,
    hint: `Whether ${file} lists one of your sellers. Read once a day.`,
    width: 120,
    cell: ({ adsTxt }) => {
      const { label, tone } = outcomeLabels[adsTxt?.verdict ?? 'unread'];
      return <span className={pillClass(tone, true, adsTxt?.verdict === 'unread')}>{label}</span>;
    },
    title: ({ adsTxt }) => {
      if (!adsTxt) return undefined;
      const { host, readAt, outcome, verdict } = adsTxt;
      const lines = [
        outcomeLabels[verdict].means,
        host === null ? 'Its location is unknown.' : `${host}/${file}`,
        readAt === null ? '' : `Read ${formatDateTime(readAt, timezone)}`,
        outcome === '' || outcome === 'ok' ? '' : `Last attempt: ${outcomeText(outcome)}`,
      ];
      return lines.filter(Boolean).join('\n');
    },
  };
}

const outcomes: Readonly<Record<string, string>> = {
  timeout: 'timed out',
  conn_error: 'could not connect',
  refused_address: 'not at a public IP address',
  too_large: 'too large',
  redirect: 'redirect not allowed',
  unreadable: 'unreadable response',
  not_text: 'response is not text',
  not_ads_txt: 'not a valid file',
};

function outcomeText(outcome: string): string {
  const status = /^http_(\d+)$/.exec(outcome)?.[1];
  return status ? `HTTP ${status}` : (outcomes[outcome] ?? outcome);
}
