/** How close in time turns belong together. */

/** Two turns of one thread that are no further apart than this are one exchange. */
export const ONE_EXCHANGE_MS = 10 * 60_000;
/** A longer silence than this begins another conversation, also in the same thread. */
export const ONE_CONVERSATION_MS = 3 * 3_600_000;
