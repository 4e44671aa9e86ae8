const MAX_CHARS = 20_000

/** In English, German, French, Spanish, Hebrew, Italian, Dutch and Portuguese. */
const WORDS = [
  String.raw`(?<!\b(?:you|your|you’ve|you've|no|not|without) )(?:attached|attachments?|attaching|enclosed)`,
  String.raw`(?:I|we)(?:’ll|'ll| will)? attach`,
  String.raw`anbei|angehängt\p{L}*|beigefügt\p{L}*|im anhang|(?:in|als) (?:der )?anlage`,
  String.raw`ci-joint\p{L}*|pi[èe]ces? jointes?`,
  String.raw`adjunt[oa]s?|adjuntamos`,
  String.raw`[ובלה]{0,2}(?:מצורף|מצורפת|מצורפים|מצורפות)|מצ["״]ב`,
  String.raw`in allegato|allego|alleghiamo|bijlagen?|bijgevoegde?|em anexo`,
].join('|')
const ATTACHMENT = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${WORDS})(?![\p{L}\p{N}])`, 'iu')

/** Whether a text speaks of a file that comes with it, in one of the languages that people write here most. */
export const mentionsAttachment = (text: string): boolean => ATTACHMENT.test(text.slice(0, MAX_CHARS).normalize('NFC'))
