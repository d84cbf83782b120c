import { buildServe } from './buildRecord.ts';
import { openSpool } from '#events/spool/spool.ts';
import { SpoolUnavailable } from '#events/spool/spoolUnavailable.ts';

/**
 * Runs with a limit on file sizes: appends until three files have refused a record, and reports what was acknowledged.
 */
const acknowledged: string[] = [];
const rejections: { name: string; code: string }[] = [];
const warnings: string[] = [];
const spool = openSpool({ dir: process.argv[2] ?? '', sealAfterMs: 20, onFull: (error) => warnings.push(error.code) });
while (warnings.length < 3) {
  const record = buildServe();
  try {
    await (acknowledged.length % 2 ? spool.append(record) : spool.appendDurably(record));
    acknowledged.push(record.serveId);
  } catch (error) {
    if (!(error instanceof SpoolUnavailable)) throw error;
    rejections.push({ name: error.name, code: error.code });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
await spool.close();
process.stdout.write(JSON.stringify({ acknowledged, rejections, warnings: warnings.length }));
