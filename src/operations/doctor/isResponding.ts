const timeoutMs = 5000;

/** Whether the console and the management API respond at a base URL. */
export async function isConsole(base: string): Promise<boolean> {
  return /^\{"status":"ok"[,}].*$/.test((await healthOf(base)) ?? '');
}

/** Whether ad serving responds at a base URL. */
export async function isAdServing(base: string): Promise<boolean> {
  return (await healthOf(base)) === 'ok';
}

/** The response of /healthz; null without one. */
async function healthOf(base: string): Promise<string | null> {
  try {
    const response = await fetch(`${base.replace(/\/$/, '')}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    return response.status === 200 ? (await response.text()).trim() : null;
  } catch {
    return null;
  }
}
