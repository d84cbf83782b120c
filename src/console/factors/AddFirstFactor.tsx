import { useState } from 'react';
import { completeSignIn, signOut, useSessionParts } from '../frame/session.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { AddAppForm } from './AddAppForm.tsx';
import { AddPasskeyForm } from './AddPasskeyForm.tsx';
import { canUsePasskeys } from './passkeyCalls.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Leads a user who needs a second factor through adding one. `onDone` is called once the console is open to the user. */
export function AddFirstFactor({ onDone }: { onDone: () => Promise<void> }) {
  const parts = useSessionParts();
  const [kind, setKind] = useState<'app' | 'passkey' | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  async function finish() {
    completeSignIn(parts, await parts.api.get('/api/session'));
    await onDone();
  }

  function added(recoveryCodes: string[] | null) {
    if (recoveryCodes) setCodes(recoveryCodes);
    else void finish();
  }

  if (codes) {
    return (
      <div className="flex flex-col gap-4">
        <RecoveryCodes codes={codes} />
        <Button variant="primary" onClick={() => void finish()} className="w-full">
          I saved the codes
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {kind === null ? (
        <>
          <Banner tone="info">Your login needs a second factor. Add one to go on.</Banner>
          {canUsePasskeys() ? (
            <Button variant="primary" onClick={() => setKind('passkey')} className="w-full">
              Add a passkey
            </Button>
          ) : null}
          <Button onClick={() => setKind('app')} className="w-full">
            Add an authenticator app
          </Button>
          <Button variant="ghost" onClick={() => void signOut(parts)} className="w-full">
            Sign out
          </Button>
        </>
      ) : (
        <>
          {kind === 'app' ? <AddAppForm onAdded={added} /> : <AddPasskeyForm onAdded={added} />}
          <Button variant="ghost" onClick={() => setKind(null)} className="w-full">
            Back
          </Button>
        </>
      )}
    </div>
  );
}
