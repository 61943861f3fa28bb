/** Stands in the place of a stored answer that does not fit the schema of answers any more. */
export const unreadableAnswer = 'This answer could not be shown.'
