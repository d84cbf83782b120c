import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { localTable } from '#storage/cluster/localTable.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { checkCluster } from './checkCluster.ts';
import { fault, finding, passed, type Finding } from './finding.ts';
import { proveDeduplication } from './proveDeduplication.ts';

const minimumVersion = [25, 8] as const;
const minimumWindow = 10_000;
const maxSkewMs = 1000;

/** Checks the ClickHouse server or cluster at a URL. Writes only into tables of its own, which it drops. */
export async function checkClickHouse(url: string, cluster: string | undefined): Promise<Finding[]> {
  const clickhouse = openClickHouse(url, { cluster });
  try {
    const sentAt = Date.now();
    const [server] = await clickhouse.query<{ version: string; now: string }>(
      'SELECT version() AS version, toUnixTimestamp64Milli(now64(3)) AS now',
    );
    const skewMs = Math.round(Math.abs(Number(server?.now) - (sentAt + Date.now()) / 2));
    return [
      finding(
        'ClickHouse version',
        isSupported(server?.version ?? ''),
        server?.version ?? '',
        'Upgrade ClickHouse to 25.8 or later.',
      ),
      finding(
        'ClickHouse clock',
        skewMs <= maxSkewMs,
        `${skewMs} ms from this machine`,
        'Synchronize the clocks of both machines by NTP.',
      ),
      ...(cluster === undefined ? [] : await checkCluster(clickhouse, cluster)),
      ...(await checkWindows(clickhouse)),
      ...(await proveDeduplication(clickhouse)),
    ];
  } catch (error) {
    const fix = 'Start ClickHouse, or correct CLICKHOUSE_URL: host, port, user, password and database.';
    return [fault('ClickHouse', `CLICKHOUSE_URL cannot be used: ${errorText(error)}`, fix)];
  } finally {
    await clickhouse.close();
  }
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > minimumVersion[0] || (major === minimumVersion[0] && minor >= minimumVersion[1]);
}

/** Facts and every target of a view need a window, or a repeated segment is added to the roll-up again. */
async function checkWindows(clickhouse: ClickHouse): Promise<Finding[]> {
  const { cluster } = clickhouse;
  const name = `${cluster === undefined ? 'non_' : ''}replicated_deduplication_window`;
  const tables = await clickhouse.query<{ name: string; engine_full: string }>(
    `SELECT name, engine_full FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
       AND (name IN ({facts:String}, {observed:String}, {offered:String}) OR startsWith(name, 'hourly_'))`,
    {
      facts: cluster === undefined ? 'facts' : localTable('facts'),
      observed: cluster === undefined ? 'observed' : localTable('observed'),
      offered: cluster === undefined ? 'offered_deals' : localTable('offered_deals'),
    },
  );
  const check = 'ClickHouse deduplication windows';
  if (tables.length === 0) return [passed(check, 'no tables yet: the migrations create them with windows')];
  const small = tables.filter(({ engine_full: engine }) => {
    const size = new RegExp(String.raw`(?<!\w)${name} = (\d+)`).exec(engine)?.[1];
    return Number(size ?? 0) < minimumWindow;
  });
  const names = small.map((each) => each.name).join(', ');
  const fix = `ALTER TABLE each of them MODIFY SETTING ${name} = ${minimumWindow}, and do not repeat inserts before.`;
  return [
    finding(check, small.length === 0, names === '' ? `${tables.length} tables have one` : `too small: ${names}`, fix),
  ];
}
