/**
 * The words by which Bellhop tells what a text is about, by what they say about it. A list is separated by spaces; `_` joins the words of a phrase,
 * `*` at the end stands for any ending.
 */
export interface LanguageWords {
  /** Words without a meaning of their own: articles, prepositions, auxiliaries. */
  filler: string
  /** Words of any conversation, about nothing in particular. */
  vague: string
  person: string
  question: string
  /** Names and pronouns of the one that is spoken to. */
  app: string
  /** What documentation is about: software and its business. */
  topic: string
  /** The documentation as a whole. */
  generic: string
  /** Its parts. */
  docs: string
  /** What's wrong with it, or has changed. */
  defect: string
  /** Polite beginnings of a request, or of a question. */
  polite: string
  /** Words of asking and lacking. */
  request: string
  /** Verbs of work on documentation. */
  work: string
  /** Life outside work. */
  social: string
  talk: string
  greeting: string
  thanks: string
  praise: string
  /** Beginnings of what the person does themselves. */
  own: string
  /** Beginnings of questions about the app itself. */
  addressed: string
}
