import { randomBytes } from 'node:crypto';
import { createViewerKeys } from '#serving/delivery/viewerKeys.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { describeFactSchema } from '#storage/factSchema/factSchema.ts';

/** The stores and accounts in which devices are deleted. */
export interface DeviceStores {
  clickhouse: Pick<ClickHouse, 'command'>;
  /** All secrets under which keys of devices were derived, hexadecimal. */
  secrets: readonly string[];
  /** IDs of all accounts: each has keys of its own for a device. */
  demandIds: readonly number[];
}

/** Tables with the key of a device: facts, those of tests, and the sources of events. */
const deviceTables = [
  ...[...describeFactSchema().tables].flatMap(([name, { columns }]) => (columns.has('device') ? [name] : [])),
  'event_sources',
];
/** Keys in one statement. */
const maxKeys = 10_000;
/** Texts that ClickHouse searches for at a time. */
const maxTexts = 200;

/**
 * Deletes devices, by their IDs in lower case (UUIDs), from the facts, those of tests too, the sources of events, and the
 * traces. In facts and sources, the key of a device becomes a random number that cannot be derived from the ID: sums, reach and frequency stay
 * as they are. Traces that contain the ID are deleted. Repeating it changes nothing. Resolves when the parts on disk are
 * rewritten.
 */
export async function deleteDevices(
  { clickhouse, secrets, demandIds }: DeviceStores,
  deviceIds: readonly string[],
): Promise<void> {
  const keys = secrets
    .map(createViewerKeys)
    .flatMap((viewers) =>
      deviceIds.flatMap((deviceId) =>
        demandIds.map((demandId) => BigInt(`0x${viewers.deviceFor({ deviceId, address: '', agent: '' }, demandId)}`)),
      ),
    );
  for (let from = 0; from < keys.length; from += maxKeys) {
    const list = keys.slice(from, from + maxKeys).join(', ');
    for (const table of deviceTables) {
      const random = `(toUInt64(${randomUint64()}), toUInt64(${randomUint64()}))`;
      await clickhouse.command(
        `ALTER TABLE ${table} UPDATE device = sipHash64Keyed(${random}, device)
         WHERE device IN (${list}) SETTINGS mutations_sync = 2`,
      );
    }
  }
  for (let from = 0; from < deviceIds.length; from += maxTexts) {
    const texts = deviceIds.slice(from, from + maxTexts).map(uuidLiteral);
    await clickhouse.command(
      `ALTER TABLE traces DELETE WHERE multiSearchAnyCaseInsensitive(body, [${texts.join(', ')}])
       SETTINGS mutations_sync = 2`,
    );
  }
}

function randomUint64(): bigint {
  return randomBytes(8).readBigUInt64LE();
}

/** Anything but a UUID would match traces of others, or end the statement's text. */
function uuidLiteral(deviceId: string): string {
  if (!/^[\da-f-]{36}$/.test(deviceId)) throw new RangeError('not a device ID in lower case');
  return `'${deviceId}'`;
}
