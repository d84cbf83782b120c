const localAddress =
  /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd]|fe80:)/i;

/** Whether an address is private: any number of viewers may be behind it, usually that of an untrusted proxy. */
export function isLocalAddress(address: string): boolean {
  return localAddress.test(address);
}
