import type { Manifest, StoredObject } from '#storage/backup/manifest.ts';

/** An object by a digit, which stands for its SHA-256. */
export function objectOf(digit: string): StoredObject {
  return { sha256: digit.repeat(64), bytes: 1 };
}

/** The manifest of a small backup. */
export function buildManifest(overrides: Partial<Manifest> = {}): Manifest {
  return {
    format: 3,
    installation: 'installation-1',
    cutAt: '2026-03-10T01:00:00.000Z',
    endedAt: '2026-03-10T01:00:05.000Z',
    node: 'node-1',
    postgres: {
      migration: 1,
      tables: [{ name: 'users', columns: ['id'], rows: 1, digest: 'a'.repeat(64), object: objectOf('1') }],
      sequences: [{ name: 'users_id_seq', value: '1' }],
    },
    clickhouse: {
      migration: 1,
      tables: [
        {
          name: 'facts',
          pieces: [{ source: 'x:1:0', rows: 2, object: objectOf('2') }],
          figures: [{ day: '2026-03-09', figures: { backup_rows: '2' } }],
        },
      ],
    },
    files: [{ path: 'secret', sha256: 'b'.repeat(64), bytes: 64, object: objectOf('3') }],
    nodes: [],
    missingNodes: [],
    media: [{ name: `${'4'.repeat(64)}.mp4`, bytes: 10 }],
    verifiedTo: '',
    ...overrides,
  };
}
