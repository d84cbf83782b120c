/**
 * Header with the id of the user that the console's page shows. When the session belongs to another user by now,
 * because of a sign-in or a switch in another tab, the call counts as one without a session.
 */
export const shownUserHeader = 'x-bidhouse-user';
