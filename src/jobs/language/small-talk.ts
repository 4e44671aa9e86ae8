import { createWordReader, type KnownWord, type WordKind } from './language-words.ts'

/** The kind of a text: a task for the agent, or conversation. */
export type TextKind = 'task' | 'talk' | 'greeting' | 'thanks'

/** A longer text is no small talk. */
const LONGEST_TALK = 600

/** A sentence, or a part of one, with its closing mark. */
const CLAUSES = /[^,;.!?…。，；！？\n]+(?:[,;.!?…](?!\s|$)[^,;.!?…。，；！？\n]*)*[,;.!?…。，；！？]*/gu
const ENTITIES = /<(?:@|!)[^<>]*>|:[a-z0-9_+-]+:/g
const LINKS = /<(?:https?:|#)[^<>]*>/g

/** A path, an address, a name from code, a version, an acronym. */
const CODE =
  /^[("'`]*(?:\S*[/_`#={}<>]\S*|--?[a-z]\S*|\S+\.[a-z]{2,4}|v?\d+(?:\.\d+)+|v\d+|[45]\d\d|[A-Z]{2,}[a-z]?|[a-z]+[A-Z]\S*|[A-Z][a-z]+[A-Z]\S*|[A-Za-z]+\d+)[)"'`:]*$/

interface Clause {
  words: KnownWord[]
  isQuestion: boolean
}

type Verdict = 'task' | 'talk' | 'neutral'

const countKind = ({ words }: Clause, ...kinds: WordKind[]): number =>
  words.filter(({ kind }) => kinds.includes(kind)).length

const has = (clause: Clause, ...kinds: WordKind[]): boolean => countKind(clause, ...kinds) > 0

const CONTENT: WordKind[] = ['docs', 'topic', 'code', 'defect', 'generic', 'unknown']

/** The amount of content in a clause; a Chinese character counts as half a word. */
const countContent = ({ words }: Clause): number =>
  words.reduce(
    (sum, { kind, isCharacter }) => sum + (!CONTENT.includes(kind) ? 0 : isCharacter && kind === 'unknown' ? 0.5 : 1),
    0,
  )

/** Counts the words that may name a subject. A content word at the beginning needs only one other word beside it, except in a question. */
function countSubject(clause: Clause): number {
  const { words, isQuestion } = clause
  const isFirst = words[0] !== undefined && CONTENT.includes(words[0].kind) && !words[0].isCharacter && !isQuestion
  return countContent(clause) + countKind(clause, 'vague', 'work') + (isFirst ? countKind(clause, 'filler') : 0)
}

/** "What can you write": a question word, soon followed by the app. */
function asksAboutApp({ words }: Clause): boolean {
  const question = words.findIndex(({ kind }) => kind === 'question')
  const app = words.findIndex(({ kind }) => kind === 'app')
  return question >= 0 && question <= 2 && app > question && app - question <= 4
}

/** The weight of evidence for work on documentation. `content` is the amount of content in the whole text. */
function weighTask(clause: Clause, content: number): number {
  const isOther = has(clause, 'own', 'praise') || asksAboutApp(clause)
  const isAbout =
    has(clause, ...CONTENT) || countKind(clause, 'work') > 1 || (content > 0 && !has(clause, 'talk', 'social'))
  const isDocs = has(clause, 'docs', 'generic', 'topic', 'code', 'work')
  return (
    (has(clause, 'work') && isAbout && !isOther ? 4 : 0) +
    2 * countKind(clause, 'docs', 'code') +
    (isDocs || !has(clause, 'social') ? 2 : 1) * countKind(clause, 'defect') +
    countKind(clause, 'topic', 'generic') +
    (has(clause, 'request') ? 1 : has(clause, 'polite') ? 0.5 : 0) +
    0.5 * Math.min(3, countKind(clause, 'unknown', 'work'))
  )
}

/** Words of conversation count fully in a short sentence, at the beginning or at the end. */
function weighSmallTalk({ words }: Clause): number {
  const isShort = words.length <= 4
  return words.reduce((sum, { kind }, index) => {
    if (kind === 'social' || kind === 'greeting' || kind === 'thanks') return sum + 2
    return kind === 'talk' ? sum + (isShort || index === 0 || index === words.length - 1 ? 2 : 1) : sum
  }, 0)
}

/** The weight of evidence for conversation. */
const weighTalk = (clause: Clause): number =>
  4 * countKind(clause, 'praise', 'addressed') +
  (asksAboutApp(clause) ? 3 : 0) +
  weighSmallTalk(clause) +
  1.5 * countKind(clause, 'own') +
  (has(clause, 'app') ? 1.5 : 0) +
  (has(clause, 'person') ? 1 : 0) +
  (has(clause, 'question') ? 0.5 : 0) +
  (clause.isQuestion ? 0.5 : 0)

function judgeClause(clause: Clause, content: number, hasContext: boolean): Verdict {
  const [task, talk] = [weighTask(clause, content), weighTalk(clause)]
  if (task >= 2 && task > talk) return 'task'
  if (!hasContext) return talk >= 1 && talk >= task ? 'talk' : 'neutral'
  // Below a conversation "can you do this?" is a task: only a text that cannot mean a task is talk.
  const isRequest = has(clause, 'work', 'request', 'polite', 'docs', 'defect', 'code')
  const isPlainTalk = has(clause, 'talk', 'greeting', 'thanks', 'praise', 'social', 'addressed')
  return isPlainTalk && !isRequest ? 'talk' : 'neutral'
}

function readClauses(text: string): Clause[] {
  const plain = text.replaceAll(ENTITIES, ' ').replaceAll(LINKS, ' link/ ')
  const read = createWordReader(plain)
  const isLoud = plain === plain.toUpperCase()
  return (plain.match(CLAUSES) ?? []).map((clause) => ({
    isQuestion: /[?？吗嗎]/.test(clause),
    words: readWords(clause.replace(/[,;.!?…。，；！？]+$/, ''), read, isLoud),
  }))
}

/** Checks for code first, then for words: `OK` is no acronym. */
function readWords(clause: string, read: (part: string) => KnownWord[], isLoud: boolean): KnownWord[] {
  const words: KnownWord[] = []
  let plain: string[] = []
  const flush = (): void => {
    words.push(...read(plain.join(' ')))
    plain = []
  }
  for (const raw of clause.split(/\s+/)) {
    const isCode = !isLoud && CODE.test(raw) && read(raw).every(({ kind }) => kind === 'unknown' || kind === 'topic')
    if (!isCode) plain.push(raw)
    else {
      flush()
      words.push({ kind: 'code', size: 1 })
    }
  }
  flush()
  return words
}

/**
 * Classifies a text in English, German, French, Spanish or Chinese. A text is a task if one of its clauses asks for work on documentation; without
 * evidence either way, it is a task if it names a subject ("refunds for annual plans"). `hasContext` is set for a text written below a conversation.
 */
export function classifyText(text: string, { hasContext = false }: { hasContext?: boolean } = {}): TextKind {
  if (text.length > LONGEST_TALK) return 'task'
  const clauses = readClauses(text)
  const content = clauses.reduce((sum, clause) => sum + countContent(clause), 0)
  const verdicts = clauses.map((clause) => judgeClause(clause, content, hasContext))
  if (verdicts.includes('task')) return 'task'
  const hasWords = clauses.some(({ words }) => words.length > 0)
  const isSubject = content >= 1 && clauses.reduce((sum, clause) => sum + countSubject(clause), 0) >= 2
  if (!verdicts.includes('talk') && (isSubject || (hasContext && hasWords))) return 'task'
  if (clauses.some((clause) => has(clause, 'thanks', 'praise'))) return 'thanks'
  return clauses.some((clause) => has(clause, 'greeting')) ? 'greeting' : 'talk'
}
