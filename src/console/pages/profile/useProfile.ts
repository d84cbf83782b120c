import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { Profile, SentProfile } from '#api/profile/profileContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { SessionContext, useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** The profile, loaded each time the dialog opens and never replaced while it is being edited. */
export function useProfile(opening: number, isWanted: boolean) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['profile', opening],
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => api.get('/api/demand/info', { signal }),
  });
}

/** Saves the whole profile, then refreshes the session's account data and everything that depends on it. */
export function useSaveProfile() {
  const api = use(ApiContext);
  const session = use(SessionContext);
  const user = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SentProfile) => api.put('/api/demand/info', { body }),
    onSuccess: (profile) => {
      session.setUser(userWithProfile(user, profile));
      const isZoneNew = profile.timezone !== user.timezone;
      const areParamsNew = String(profile.tagParams) !== String(user.tagParams);
      if (isZoneNew || areParamsNew) void queryClient.invalidateQueries();
      else if (profile.setCheckIVTAll === 1 || profile.setPostbidAll === 1)
        void queryClient.invalidateQueries({ queryKey: ['entity'] });
    },
  });
}

/** The signed-in user with the values of its saved profile. */
export function userWithProfile(user: SessionUser, { name, timezone, tagParams }: Profile): SessionUser {
  if (user.type !== 'demand') return { ...user, name };
  const vast2Params = user.vastParams && [...new Set([...user.vastParams, ...(tagParams ?? [])])];
  return { ...user, accountName: name, timezone, tagParams, vast2Params };
}
