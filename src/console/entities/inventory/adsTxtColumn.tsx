import type { ObservedRow } from '#api/observed/observedContract.ts';
import type { AdsTxtVerdict } from '#model/adsTxt.ts';
import { formatDateTime } from '../../lib/format.ts';
import type { Column } from '../../ui/column.ts';
import { pillClass, type PillTone } from '../../ui/Pill.tsx';

/** What a verdict is called, how it looks, and what it means to a reader. */
const words: Readonly<Record<AdsTxtVerdict, { label: string; tone: PillTone; means: string }>> = {
  authorised: { label: 'Authorised', tone: 'good', means: 'The file names a seller of yours.' },
  unauthorised: { label: 'Not listed', tone: 'bad', means: 'The file is there and names no seller of yours.' },
  non_participating: { label: 'No file', tone: 'neutral', means: 'Without a file, nobody is unauthorised.' },
  inconclusive: { label: 'Inconclusive', tone: 'warn', means: 'The file of a partner decides, and is missing.' },
  unread: { label: 'Not read yet', tone: 'neutral', means: 'Nothing is known of it yet.' },
};

/** The column of the file by which a site (`ads.txt`) or app (`app-ads.txt`) lets us sell. */
export function adsTxtColumn(file: 'ads.txt' | 'app-ads.txt', timezone: number): Column<ObservedRow> {
  return {
    id: 'adsTxt',
    header: file,
    hint: `Whether the ${file} names a seller of the account; read once a day.`,
    width: 120,
    cell: ({ adsTxt }) => {
      const { label, tone } = words[adsTxt?.verdict ?? 'unread'];
      return <span className={pillClass(tone, true, adsTxt?.verdict === 'unread')}>{label}</span>;
    },
    title: ({ adsTxt }) => {
      if (!adsTxt) return undefined;
      const { host, readAt, outcome, verdict } = adsTxt;
      const lines = [
        words[verdict].means,
        host === null ? 'Where it would be is not known.' : `${host}/${file}`,
        readAt === null ? '' : `Read ${formatDateTime(readAt, timezone)}`,
        outcome === '' || outcome === 'ok' ? '' : `Last try: ${outcomeWords(outcome)}`,
      ];
      return lines.filter(Boolean).join('\n');
    },
  };
}

const outcomes: Readonly<Record<string, string>> = {
  timeout: 'no answer in time',
  conn_error: 'no connection',
  refused_address: 'it is at no public address',
  too_large: 'too large',
  redirect: 'a redirect that must not be followed',
  unreadable: 'an answer that cannot be read',
  not_text: 'an answer that is no text',
  not_ads_txt: 'a text that is no such file',
};

function outcomeWords(outcome: string): string {
  const status = /^http_(\d+)$/.exec(outcome)?.[1];
  return status ? `HTTP ${status}` : (outcomes[outcome] ?? outcome);
}
