import { useState } from 'react';
import { Button } from '../ui/Button.tsx';

/**
 * Confirms who a person is by signing in at the identity provider again, in another tab, so that this page stays as it is.
 * `onProven`: the call is repeated, and requires the confirmation again if there is none yet.
 */
export function ProviderProof({ name, onProven }: { name: string; onProven: () => void }) {
  const [isOpened, setIsOpened] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        {isOpened
          ? 'Once you have signed in there, come back to this tab and continue.'
          : `Sign in with ${name} again. It opens in a new tab, and this page stays as it is.`}
      </p>
      <div className="flex gap-2">
        <Button
          variant={isOpened ? 'secondary' : 'primary'}
          onClick={() => {
            window.open('/api/session/identity/confirm', '_blank', 'noopener');
            setIsOpened(true);
          }}
        >
          Sign in with {name}
        </Button>
        {isOpened ? (
          <Button variant="primary" onClick={onProven}>
            Continue
          </Button>
        ) : null}
      </div>
    </div>
  );
}
