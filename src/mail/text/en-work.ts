/** Working on mail together. */
export const englishWork = {
  claim: 'Claim',
  release: 'Release',
  handOver: 'Hand over…',
  done: 'Done',
  reopen: 'Reopen',
  snooze: 'Snooze…',
  wake: 'End snooze',
  mute: 'Mute',
  unmute: 'Unmute',
  yoursAlready: 'You’ve claimed this mail already.',
  claimedBy: (name: string) => `${name} has claimed this mail already.`,
  already: 'Somebody was faster: the mail’s card shows its state now.',
  card: {
    owner: (name: string) => `👤 Claimed by ${name}`,
    waiting: (when: string) => `⏳ Waiting for an answer since ${when}`,
    done: (when: string) => `✅ Done ${when}`,
    snoozed: (name: string, until: string) => `💤 Snoozed by ${name} until ${until}`,
    muted: (name: string) => `🔕 Muted by ${name}: no mentions, no reminders`,
    writing: (name: string) => `✍️ ${name} is writing an answer`,
  },
}
