/** Occur in the texts that the cases carry. Those of signed cases may be shown to people, those of forged cases nowhere; neither may occur in a log. */
export const CANARIES = { signed: 'zqcanary', forged: 'zqforged' } as const
/** The word of captured samples in place of the canary. */
export const SAMPLE_WORD = 'zqsample'
