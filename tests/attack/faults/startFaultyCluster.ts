import { readCountedFrom } from '../readCounted.ts';
import { startCluster, type Cluster } from '../cluster/startCluster.ts';
import { configureInstallation, faultsPassword, type Installation } from './startInstallation.ts';

/** Starts three machines behind a balancer, with an account whose channel always has an ad. */
export async function startFaultyCluster(
  environments: Parameters<typeof startCluster>[1] = {},
): Promise<Installation & { cluster: Cluster }> {
  const cluster = await startCluster({ ADMIN_PASSWORD: faultsPassword }, environments);
  try {
    return {
      cluster,
      product: cluster,
      ...(await configureInstallation(cluster)),
      readAccounts: () => readCountedFrom(cluster.clickhouse),
      close: () => cluster.close(),
    };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}
