/** Hosts of scripts that mine currency in browsers. The operator's list of blocked domains can name more. */
export const minerHosts: ReadonlySet<string> = new Set([
  'coinhive.com',
  'coin-hive.com',
  'authedmine.com',
  'cnhv.co',
  'crypto-loot.com',
  'cryptoloot.pro',
  'crypto-webminer.com',
  'coinimp.com',
  'jsecoin.com',
  'coin-have.com',
  'minero.cc',
  'minero.pw',
  'webmine.cz',
  'webminepool.com',
  'webminepool.tk',
  'monerominer.rocks',
  'ppoi.org',
  'projectpoi.com',
  'mineralt.io',
]);

/** Names by which such scripts are started. */
export const minerNames: ReadonlySet<string> = new Set(['CoinHive', 'CryptoLoot', 'deepMiner', 'CRLT']);
