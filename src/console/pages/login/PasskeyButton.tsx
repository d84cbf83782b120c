import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { signWithPasskey } from '../../factors/passkeyCalls.ts';
import { completeSignIn, useSessionParts } from '../../frame/session.ts';
import { messageOf } from '../../lib/problems.ts';
import { Button } from '../../ui/Button.tsx';

/** Signs in with a passkey, without login and password. */
export function PasskeyButton({
  onError,
  onDone,
}: {
  onError: (message: string | null) => void;
  onDone: () => Promise<void>;
}) {
  const parts = useSessionParts();
  const signIn = useMutation({
    mutationFn: async () => {
      onError(null);
      const passkey = await signWithPasskey(await parts.api.post('/api/auth/passkey/challenge'));
      completeSignIn(parts, await parts.api.post('/api/auth/passkey', { body: { passkey } }));
      await onDone();
    },
    onError: (error) => onError(messageOf(error)),
  });
  return (
    <Button icon={<Fingerprint />} loading={signIn.isPending} onClick={() => signIn.mutate()} className="w-full">
      Sign in with a passkey
    </Button>
  );
}
