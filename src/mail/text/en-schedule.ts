/** Texts about replies that leave at a chosen time. */
export const englishSchedule = {
  scheduled: (when: string) => `Not sent yet. It goes out ${when}.`,
  paused: 'Not sent yet. A new mail came in the meantime, so it waits for its writer.',
}
