/**
 * Header by which the console says whom its page shows, by id. When the session belongs to another user by now, because
 * somebody signed in or began to act as somebody in another tab, the call counts as one without a session.
 */
export const shownUserHeader = 'x-bidhouse-user';
