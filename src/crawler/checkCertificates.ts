import { parseTlsServer } from '#model/supply/certificate.ts';
import type { readCertificate } from '#outbound/readCertificate.ts';
import type { CertificateResult, CertificateStore } from '#storage/certificates/certificateStore.ts';
import { nextCrawlAt } from './nextCrawlAt.ts';

/** Dependencies of the checks of certificates. */
export interface CertificateDeps {
  store: CertificateStore;
  /** Reads the certificate of a server. Never throws. */
  read: (server: Parameters<typeof readCertificate>[0], signal: AbortSignal) => ReturnType<typeof readCertificate>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** In [0, 1). */
  random: () => number;
  signal: AbortSignal;
}

/** Maximum servers that become known at a time; the next round adds others. */
const maxNewServers = 5000;
const serversPerRound = 32;
/** Maximum servers called in parallel. */
const maxConcurrent = 4;
const timeoutMs = 10_000;
/** Duration for which a crawler's claim on servers is exclusive. */
const claimMs = 10 * 60_000;
/** Interval of checks; a certificate with a problem is checked more often, so that its alert ends soon after the fix. */
const refreshMs = 24 * 3_600_000;
const problemRefreshMs = 3_600_000;
/** Servers that nothing has called for this long are pruned. */
const retentionMs = 7 * 24 * 3_600_000;

/** Records the servers that active objects call. */
export async function requestCertificateChecks({ store, now }: CertificateDeps): Promise<void> {
  await store.requestChecks(isoOf(now()), maxNewServers);
  await store.pruneUnreferenced(isoOf(now() - retentionMs));
}

/**
 * Checks the certificates that are due, up to the size of one round. Returns their number. A check that fails is
 * repeated once its claim ends, and the first such error is thrown after all the others are saved.
 */
export async function checkCertificates({ store, read, now, random, signal }: CertificateDeps): Promise<number> {
  const claimed = await store.claim(serversPerRound, { at: isoOf(now()), until: isoOf(now() + claimMs) });
  const queue = claimed.values();
  const errors: unknown[] = [];
  const checkQueue = async () => {
    for (const { id, server, failures } of queue) {
      try {
        const reading = await read(parseTlsServer(server), AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
        // An aborted reading says nothing about the server.
        if (signal.aborted) return;
        await store.save(id, resultOf(reading, failures, { now: now(), random: random() }));
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, checkQueue));
  if (errors.length > 0) throw errors[0];
  return claimed.length;
}

/** Of a server that cannot be reached the last certificate stays stored, and it is checked again after growing pauses. */
function resultOf(
  reading: Awaited<ReturnType<typeof readCertificate>>,
  failuresBefore: number,
  times: { now: number; random: number },
): CertificateResult {
  if (reading.type === 'failed') {
    const failures = failuresBefore + 1;
    return { failures, dueAt: nextCrawlAt(failures, { refreshMs, ...times }) };
  }
  const { problem, detail, validUntil } = reading;
  const interval = problem === null ? refreshMs : problemRefreshMs;
  return {
    failures: 0,
    dueAt: nextCrawlAt(0, { refreshMs: interval, ...times }),
    read: { problem, detail, validUntil, readAt: isoOf(times.now) },
  };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
