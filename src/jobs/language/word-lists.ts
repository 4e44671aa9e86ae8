/**
 * The words that show the subject of a text, by kind. A list is separated by spaces; `_` joins the words of a phrase, and a final `*` stands for any
 * ending.
 */
export interface LanguageWords {
  /** Words without a meaning of their own: articles, prepositions, auxiliaries. */
  filler: string
  /** Words of any conversation, without a particular subject. */
  vague: string
  person: string
  question: string
  /** Names and pronouns for the app. */
  app: string
  /** Subjects of documentation: software and its business. */
  topic: string
  /** Words for documentation as a whole. */
  generic: string
  /** Words for parts of documentation. */
  docs: string
  /** Words for defects and changes. */
  defect: string
  /** Polite beginnings of a request, or of a question. */
  polite: string
  /** Words for requests and missing things. */
  request: string
  /** Verbs of work on documentation. */
  work: string
  /** Life outside work. */
  social: string
  talk: string
  greeting: string
  thanks: string
  praise: string
  /** Beginnings of statements about the person's own work. */
  own: string
  /** Beginnings of questions about the app itself. */
  addressed: string
}
