import { Download } from 'lucide-react';
import { csvName, reportCsv, type ReportBody, type ReportRange } from '#reports/index.ts';
import { errorToast } from '../../../../lib/errorToast.ts';
import { useExport } from '../../../../reports/useExport.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Menu } from '../../../../ui/overlay/Menu.tsx';
import { useToast } from '../../../../ui/overlay/ToastProvider.tsx';
import { downloadText } from './downloadText.ts';
import { expectedRows, type ShownResult } from '../result/shownResult.ts';

/** Export menu of a report: the rows on screen at once, or all rows as a file in the background. */
export function ExportMenu({
  name,
  hasFiles,
  isVerification,
  request,
  shown,
}: {
  /** Name of the file. */
  name: string;
  /** Whether the user may have files written in the background. */
  hasFiles: boolean;
  isVerification: boolean;
  /** The page's request. */
  request: ReportBody & { range?: ReportRange };
  /** Null before the first response. */
  shown: ShownResult | null;
}) {
  const startExport = useExport();
  const toast = useToast();

  function download() {
    if (!shown) return;
    const { request: shownRequest, columns, rows, totals } = shown;
    downloadText(csvName(shownRequest), 'text/csv;charset=utf-8', reportCsv(shownRequest, columns, rows, totals));
  }

  async function writeAll(format: 'csv' | 'xlsx') {
    try {
      await startExport({ name, ivt: isVerification, format, request, expectedRows: expectedRows(shown) });
    } catch (error) {
      toast.error(errorToast('Error on export', error));
    }
  }

  return (
    <Menu
      label="Export"
      trigger={
        <Button icon={<Download aria-hidden />} disabled={!shown}>
          Export
        </Button>
      }
      items={[
        { id: 'rows', label: 'CSV of shown rows', onSelect: download },
        ...(hasFiles
          ? ([
              { kind: 'separator', id: 'line' },
              { id: 'csv', label: 'CSV of all rows (in background)', onSelect: () => void writeAll('csv') },
              { id: 'xlsx', label: 'XLSX of all rows (in background)', onSelect: () => void writeAll('xlsx') },
            ] as const)
          : []),
      ]}
    />
  );
}
